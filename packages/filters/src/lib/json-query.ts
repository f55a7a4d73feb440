import {
  comparePython,
  dictGet,
  dictOf,
  fault,
  isDict,
  isSame,
  parseJson,
  type PythonComparison,
  pythonRepr,
  type PythonRules,
  truthy,
} from '@nova-sched/core/plugin'

/** An attribute of the host by Nova's name; undefined when it has none of that name. */
export type AttributeLookup = (name: string) => unknown

/** Whether a host meets a query. May throw; see {@link compileJsonQuery}. */
export type JsonQuery = (attribute: AttributeLookup) => boolean

type Evaluate = (attribute: AttributeLookup) => unknown
type Command = (args: readonly unknown[], rules: PythonRules) => unknown

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...(['=', '<', '>', '<=', '>='] as const).map((op): [string, Command] => [op, compareFirstWithEach(op)]),
  ['in', ([first, ...rest]) => rest.some((item) => isSame(item, first))],
  // A list, not a truth value: within another command it counts as true unless it is empty.
  ['not', (args) => args.map((item) => !truthy(item))],
  ['or', (args) => args.some(truthy)],
  ['and', (args) => args.every(truthy)],
])

/**
 * The query of JsonFilter (`["and", [">=", "$free_ram_mb", 1024], …]`), parsed once for many hosts.
 *
 * `$a.b` is attribute `a` of the host, then key `b`. Arguments that are null, empty text or unknown are dropped before
 * the command sees them. All arguments are evaluated, also those that cannot change the answer, since they may break.
 *
 * Never throws itself; the function made throws what Nova breaks on: VALUE_MALFORMED (not JSON), TYPE_MISMATCH (the query
 * is no text or no list, or Python 3 has no order for two values), KEY_MISSING (unknown command), ATTRIBUTE_MISSING (a key
 * of something that has none).
 * @param query - the hint; what is false to Python (null, empty) passes every host
 */
export function compileJsonQuery(query: unknown, rules: PythonRules): JsonQuery {
  if (!truthy(query)) return () => true
  const evaluate = typeof query === 'string' ? parsed(query, rules) : failing(notText(query, rules))
  return (attribute) => {
    const result = evaluate(attribute)
    return Array.isArray(result) ? result.some(truthy) : truthy(result)
  }
}

function parsed(query: string, rules: PythonRules): Evaluate {
  try {
    return compile(parseJson(query), rules)
  } catch (error) {
    return failing(error)
  }
}

function compile(query: unknown, rules: PythonRules): Evaluate {
  if (!truthy(query)) return () => true
  if (isDict(query)) return failing(fault('KEY_MISSING', 'the query is an object: write a list, such as ["=", 1, 1]'))
  // Text is a sequence of characters to Python, and so its first one is taken for the command.
  const items: readonly unknown[] | undefined = typeof query === 'string' ? [...query] : asList(query)
  if (!items) return failing(notAList(query, rules))
  const [name, ...args] = items
  const command = typeof name === 'string' ? COMMANDS.get(name) : undefined
  if (!command) return failing(unknownCommand(name, rules))
  const evaluators = args.map((arg) => compileArgument(arg, rules))
  return (attribute) => {
    const values = evaluators.map((evaluate) => evaluate(attribute)).filter((value) => value !== null)
    return command(values, rules)
  }
}

function compileArgument(arg: unknown, rules: PythonRules): Evaluate {
  if (Array.isArray(arg)) return compile(arg, rules)
  if (arg === '') return () => null
  if (typeof arg !== 'string' || !arg.startsWith('$')) return () => arg
  const [name = '', ...keys] = arg.slice(1).split('.')
  return (attribute) => keys.reduce<unknown>((value, key) => lookUp(value, key, arg), attribute(name) ?? null)
}

function lookUp(value: unknown, key: string, variable: string): unknown {
  if (value === null) return null
  const dict = dictOf(value)
  if (dict) return dictGet(dict, key)
  throw fault('ATTRIBUTE_MISSING', `${variable}: what stands before ".${key}" has no keys`, { variable, key })
}

/** Python compares with each, even when one comparison already said no, and may break on a later one. */
function compareFirstWithEach(op: PythonComparison): Command {
  return ([first, ...rest], rules) => {
    const failed = rest.filter((item) => !comparePython(op, first, item, rules))
    return rest.length > 0 && failed.length === 0
  }
}

function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function failing(error: unknown): Evaluate {
  return () => {
    throw error
  }
}

function notText(query: unknown, rules: PythonRules): Error {
  const text = pythonRepr(query, rules)
  return fault('TYPE_MISMATCH', `the query ${text} is not text: give one hint "query" with JSON in it`, { query: text })
}

function notAList(query: unknown, rules: PythonRules): Error {
  const text = pythonRepr(query, rules)
  return fault('TYPE_MISMATCH', `the query ${text} is not a list: write one, such as ["=", 1, 1]`, { query: text })
}

function unknownCommand(name: unknown, rules: PythonRules): Error {
  const text = pythonRepr(name, rules)
  const known = [...COMMANDS.keys()].join(' ')
  // Python looks the command up in a dict, where a list or a dict cannot be a key at all.
  const code = Array.isArray(name) || isDict(name) ? 'TYPE_MISMATCH' : 'KEY_MISSING'
  return fault(code, `${text} is not a command of a query; the commands are ${known}`, { command: text })
}
