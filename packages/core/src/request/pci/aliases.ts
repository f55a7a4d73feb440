import { errorText } from '../../util/error-text.ts'
import { isDict, parseJson, stripSpace } from '../../plugin/python.ts'
import type { DataMap } from '../../plugin/request.ts'
import { dataMap } from '../../util/freeze.ts'
import { novaError } from '../nova-error.ts'
import type { PciRequestRules } from './rules.ts'

/** What a name in nova.conf stands for. */
export interface PciAlias {
  /** How near devices must be to the instance's cells; null in releases without such policies. */
  readonly numaPolicy: string | null
  /** Alternatives: one for each entry of the name. */
  readonly specs: readonly DataMap<string>[]
}

/**
 * Reads the aliases of nova.conf: all must be right, also those that nobody asks for. Entries of one name are
 * alternatives, and must agree in device type and policy.
 *
 * @param entries - the texts of the option, in Nova's order
 * @throws CONF_INVALID (PciInvalidAlias) with the text of the entry and its position, from 1
 */
export function readAliases(entries: readonly string[], rules: PciRequestRules): ReadonlyMap<string, PciAlias> {
  const aliases = new Map<string, PciAlias>()
  for (const [index, text] of entries.entries()) {
    const problem = addEntry(aliases, text, rules)
    if (problem === null) continue
    const message = `Invalid PCI alias definition: ${problem} (${rules.option}, entry ${index + 1}: ${text})`
    throw novaError('PciInvalidAlias', message, { option: rules.option, entry: index + 1, value: text })
  }
  return aliases
}

/** @returns what is wrong with the entry, or null */
function addEntry(aliases: Map<string, PciAlias>, text: string, rules: PciRequestRules): string | null {
  const entry = parsed(text)
  if (typeof entry === 'string') return entry
  const problem = misfit(entry, rules)
  if (problem !== null) return problem
  const { name: written = '', numa_policy, device_type, ...ids } = entry as Record<string, string>
  const name = rules.blanksAreRemoved ? written : stripSpace(written)
  const numaPolicy = numa_policy ?? rules.numaPolicies?.[0] ?? null
  const spec = dataMap(Object.entries({ ...ids, ...(device_type && { [rules.deviceTypeKey]: device_type }) }))
  const known = aliases.get(name)
  if (known !== undefined) {
    if (known.numaPolicy !== numaPolicy) return `NUMA policy mismatch for alias '${name}'`
    const types = [known.specs[0]?.[rules.deviceTypeKey], device_type]
    if (types.includes(undefined)) return `alias '${name}' stands there twice: both need a device_type, and the same`
    if (types[0] !== types[1]) return `Device type mismatch for alias '${name}'`
  }
  aliases.set(name, { numaPolicy, specs: [...(known?.specs ?? []), spec] })
  return null
}

function parsed(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value = parseJson(text)
    return isDict(value) ? (value as Readonly<Record<string, unknown>>) : 'not a JSON object'
  } catch (error) {
    return errorText(error)
  }
}

/** The first thing that is wrong with the keys of an entry, or null. */
function misfit(entry: Readonly<Record<string, unknown>>, rules: PciRequestRules): string | null {
  const forms = formsOf(rules)
  if (!Object.hasOwn(entry, 'name')) return 'name is missing'
  for (const [key, value] of Object.entries(entry)) {
    const form = forms.get(key)
    if (form === undefined) return `${key} is not known; known are ${[...forms.keys()].join(', ')}`
    if (typeof value !== 'string' || !form.fits(value)) return `${key} must be ${form.form}`
  }
  return null
}

interface Form {
  readonly fits: (text: string) => boolean
  readonly form: string
}

function formsOf({ id, deviceTypes, numaPolicies }: PciRequestRules): ReadonlyMap<string, Form> {
  const ids: Form = { fits: (text) => id.test(text), form: 'a text of 4 hexadecimal digits' }
  const forms: readonly (readonly [string, Form])[] = [
    ['name', { fits: (text) => text !== '' && [...text].length <= 256, form: 'a text of 1 to 256 characters' }],
    ['vendor_id', ids],
    ['product_id', ids],
    ['capability_type', oneOf(['pci'])],
    ['device_type', oneOf(deviceTypes)],
    ...(numaPolicies === null ? [] : [['numa_policy', oneOf(numaPolicies)] as const]),
  ]
  return new Map(forms)
}

function oneOf(words: readonly string[]): Form {
  return {
    fits: (text) => words.includes(text),
    form: words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`,
  }
}
