import { NovaSchedError } from '../../errors.ts'
import { isDict, type PythonRules } from '../../plugin/python.ts'
import type { PciRequest } from '../../plugin/pci/pool.ts'
import { readPciRequests } from '../../plugin/pci/records.ts'
import type { PciRequestRecord } from '../../plugin/pci/records.ts'
import type { DataMap } from '../../plugin/request.ts'
import { pathText } from '../../util/documents/path.ts'
import type { Path } from '../../util/documents/path.ts'
import { inWords } from '../../util/documents/value-words.ts'
import type { Data } from '../nova-request.ts'
import type { PciRequestRules } from './rules.ts'

/** PCI requests as Nova hands them to the scheduler. */
export function novaPciRequests(requests: readonly PciRequest[], uuid: string, rules: PciRequestRules): Data {
  return {
    instance_uuid: uuid,
    requests: requests.map(({ count, spec, aliasName, requestId, numaPolicy }) => ({
      count,
      spec,
      alias_name: aliasName,
      is_new: false,
      request_id: requestId,
      ...(rules.numaPolicies === null ? {} : { numa_policy: numaPolicy }),
    })),
  }
}

/**
 * PCI requests from Nova's form: a map with `requests`, a list, a versioned object (`nova_object.data`), or the JSON text
 * of one.
 *
 * @param path - where the value stands, for errors
 * @returns null for nothing: null, a missing value, an empty text
 * @throws REQUEST_INVALID with the path of the first value that does not fit
 */
export function readNovaPciRequests(
  value: unknown,
  python: PythonRules,
  path: Path = ['pci_requests'],
): readonly PciRequest[] | null {
  const whole = typeof value === 'string' ? parsed(value, path) : value
  if (whole === null || whole === undefined) return null
  if (Array.isArray(whole))
    return readPciRequests(
      whole.map((item, at) => recordOf(item, [...path, at])),
      python,
    )
  const list = fieldsOf(whole, path)['requests'] ?? []
  const place = [...path, 'requests']
  if (!Array.isArray(list)) throw misfit(list, place, ['array'])
  return readPciRequests(
    list.map((item, at) => recordOf(item, [...place, at])),
    python,
  )
}

function recordOf(item: unknown, path: Path): PciRequestRecord {
  const record = fieldsOf(item, path)
  const { count, spec } = record
  if (!Number.isSafeInteger(count)) throw misfit(count, [...path, 'count'], ['integer'])
  if (!Array.isArray(spec)) throw misfit(spec, [...path, 'spec'], ['array'])
  for (const [at, one] of spec.entries()) {
    if (!isDict(one)) throw misfit(one, [...path, 'spec', at], ['object'])
  }
  return record as unknown as PciRequestRecord
}

/** The fields of a map, or of the versioned object that it is. */
function fieldsOf(value: unknown, path: Path): DataMap {
  if (!isDict(value)) throw misfit(value, path, ['object'])
  const inner = (value as DataMap)['nova_object.data']
  return (isDict(inner) ? inner : value) as DataMap
}

function parsed(text: string, path: Path): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw misfit(text, path, ['a map', 'JSON text'])
  }
}

function misfit(value: unknown, path: Path, wanted: readonly string[]): NovaSchedError {
  const place = pathText(path)
  const problem = value === undefined ? 'is missing' : inWords(wanted, value)
  return new NovaSchedError('REQUEST_INVALID', `${place}: ${problem}`, { path: place })
}
