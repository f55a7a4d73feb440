import { CORE_OWNER, type KnownOption } from './known.ts'
import { renderValues, valueText } from './render.ts'
import { describeBounds } from './types.ts'

const WIDTH = 100

const TYPE_NAMES = {
  str: 'text',
  int: 'whole number',
  float: 'number',
  bool: 'true or false',
  list: 'list with commas',
  multi: 'text, may be given several times',
  dict: 'key:value pairs with commas',
} as const

/** What kind of value an option takes, in words: `whole number of at least 1`. */
export function describeType({ spec }: KnownOption): string {
  if (spec.choices !== undefined) return `one of ${spec.choices.join(', ')}`
  return [TYPE_NAMES[spec.type], describeBounds(spec)].filter((part) => part !== '').join(' ')
}

/** The text of a nova.conf.example: every option that a release reads, commented out, with help, type and default. */
export function sampleConf(options: readonly KnownOption[], release: string): string {
  const groups = new Map<string, KnownOption[]>([['DEFAULT', []]])
  for (const option of options) {
    const group = option.names[0]?.group
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), option])
  }
  const head = [
    `# Options of nova-sched for release ${release}, with their defaults.`,
    '# A comment needs a line of its own: what follows a value on its line is part of the value.',
  ]
  const sections = [...groups].map(([group, members]) => [`[${group}]`, ...members.map(sampleOption)].join('\n\n'))
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`
}

function sampleOption(option: KnownOption): string {
  const { spec, owner, names } = option
  const name = names[0]?.name ?? option.key
  const read = owner === CORE_OWNER ? '' : ` Read by ${owner}.`
  const old = names.slice(1).map((each) => `[${each.group}] ${each.name}`)
  const also = old.length === 0 ? '' : ` Old name: ${old.join(', ')}.`
  const comment = wrap(`${spec.help} (${describeType(option)})${read}${also}`, WIDTH - 2)
  const value = valueText(spec, spec.default)
  const assignments = renderValues([[name, value.length === 0 ? '' : value]]).trimEnd()
  return [...comment.map((line) => `# ${line}`), ...assignments.split('\n').map((line) => `#${line}`)].join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
