import { describeType, isSecret, maskValue, valueText, type Conf, type KnownOption } from '@nova-sched/core'

/** An option of a plugin as `plugins show` prints it; secrets are masked. */
export interface ShownOption {
  /** Section of nova.conf; null when the release in force does not read the option. */
  readonly group: string | null
  readonly name: string
  /** Older places that the release still reads. */
  readonly oldNames: readonly string[]
  readonly type: string
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly choices?: readonly unknown[] | undefined
  readonly default: unknown
  readonly help: string
  readonly secret: boolean
  /** The value in force. */
  readonly value: unknown
  /** `file:line`, or `default`. */
  readonly source: string
}

/** An option of a plugin with its value, as plain data. */
export function shownOption(conf: Conf, option: KnownOption): ShownOption {
  const { spec, key, names } = option
  const { value, source } = conf.valueWithSource(option)
  const { help = '' } = spec
  const [first, ...old] = names
  const secret = isSecret(option)
  return {
    group: first?.group ?? null,
    name: first?.name ?? key,
    oldNames: old.map(({ group, name }) => `[${group}] ${name}`),
    ...{ type: spec.type, min: spec.min, max: spec.max, choices: spec.choices },
    ...{ default: masked(spec.default, secret) ?? null, help, secret },
    ...{ value: masked(value, secret) ?? null, source },
  }
}

/** An option of a plugin for people: its place and value; what it means; what it takes, and where the value comes from. */
export function optionLines(conf: Conf, option: KnownOption): readonly [head: string, ...about: string[]] {
  const { group, name, oldNames, source, help } = shownOption(conf, option)
  const { value } = conf.valueWithSource(option)
  const head = group === null ? name : `[${group}] ${name} = ${text(option, value)}`.trimEnd()
  const origin =
    group === null ? 'not read by the release in force' : `from ${source === 'default' ? 'its default' : source}`
  const about = [describeType(option), `default ${text(option, option.spec.default) || 'empty'}`, origin]
  if (oldNames.length > 0) about.push(`old name ${oldNames.join(', ')}`)
  return [head, ...(help === '' ? [] : [help]), about.join('; ')]
}

function text(option: KnownOption, value: unknown): string {
  if ((value ?? null) === null) return 'not set'
  const written = [valueText(option.spec, value)].flat()
  return written.map((item) => maskValue(item, isSecret(option))).join(', ')
}

/** A typed value as JSON and YAML can hold it. */
function masked(value: unknown, secret: boolean): unknown {
  if (typeof value === 'string') return maskValue(value, secret)
  if (Array.isArray(value)) return value.map((item) => masked(item, secret))
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, secret)]))
}
