import { compareText, fault, parseFloatText, type PythonRules, splitWords } from '@nova-sched/core/plugin'

/** Whether a value (null is None) meets a requirement. May throw; see {@link compileRequirement}. */
export type RequirementTest = (value: string | null) => boolean

type Test = (value: string) => boolean

/** In Nova `=` means "at least"; there is no `<` and no `>`. */
const NUMERIC: ReadonlyMap<string, (value: number, operand: number) => boolean> = new Map([
  ['=', (value, operand) => value >= operand],
  ['==', (value, operand) => value === operand],
  ['!=', (value, operand) => value !== operand],
  ['>=', (value, operand) => value >= operand],
  ['<=', (value, operand) => value <= operand],
])

const TEXT: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['s==', (order) => order === 0],
  ['s!=', (order) => order !== 0],
  ['s<', (order) => order < 0],
  ['s<=', (order) => order <= 0],
  ['s>', (order) => order > 0],
  ['s>=', (order) => order >= 0],
])

/**
 * Nova's match of a flavor's extra spec (`>= 4`, `<in> avx`, `<or> a <or> b`, or a plain text that must be equal), made
 * once for many values. What does not start with an operator as a word of its own is compared as it stands, blanks and all.
 *
 * The function made never throws here, only when it is asked, as Nova breaks host by host:
 * VALUE_MALFORMED when a numeric operator meets a value or an operand that is no number, OPERAND_MISSING for `<or>` alone.
 */
export function compileRequirement(requirement: string, rules: PythonRules): RequirementTest {
  const [operator = '', ...operands] = splitWords(requirement)
  const test = operator === '<or>' ? anyOf(operands) : operatorTest(operator, operands, requirement, rules)
  if (!test) return (value) => value === requirement
  return (value) => value !== null && test(value)
}

/** The test of an operator, undefined when the word is none. Words after the first operand are for `<all-in>` only. */
function operatorTest(
  operator: string,
  operands: readonly string[],
  requirement: string,
  rules: PythonRules,
): Test | undefined {
  const numeric = NUMERIC.get(operator)
  const text = TEXT.get(operator)
  if (!numeric && !text && operator !== '<in>' && operator !== '<all-in>') return undefined
  const [operand] = operands
  if (operand === undefined) return () => false
  if (numeric) return numericTest(numeric, operand, requirement, rules)
  if (text) return (value) => text(compareText(value, operand))
  if (operator === '<in>') return (value) => value.includes(operand)
  return (value) => operands.every((word) => value.includes(word))
}

function numericTest(
  holds: (value: number, operand: number) => boolean,
  operand: string,
  requirement: string,
  rules: PythonRules,
): Test {
  const number = parseFloatText(operand, rules)
  return (value) => {
    const found = parseFloatText(value, rules)
    if (found === undefined) {
      throw fault(
        'VALUE_MALFORMED',
        `${quote(value)} is not a number, which the requirement ${quote(requirement)} needs`,
        {
          value,
          requirement,
        },
      )
    }
    if (number === undefined) {
      throw fault('VALUE_MALFORMED', `${quote(operand)} in the requirement ${quote(requirement)} is not a number`, {
        value: operand,
        requirement,
      })
    }
    return holds(found, number)
  }
}

/** Equal to the first, third, fifth word…: Nova drops every second one unread, taking it for `<or>`. */
function anyOf(words: readonly string[]): Test {
  const choices = words.filter((_, at) => at % 2 === 0)
  if (choices.length > 0) return (value) => choices.includes(value)
  return () => {
    throw fault('OPERAND_MISSING', 'the requirement "<or>" has no value behind it: write "<or> VALUE"', {
      requirement: '<or>',
    })
  }
}

function quote(text: string): string {
  return JSON.stringify(text)
}
