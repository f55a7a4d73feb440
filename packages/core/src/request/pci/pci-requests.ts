import { NovaSchedError } from '../../errors.ts'
import { parseIntText, pythonRepr, pythonStr, stripSpace, type PythonRules } from '../../plugin/python.ts'
import type { PciRequest } from '../../plugin/pci/pool.ts'
import type { DataMap } from '../../plugin/request.ts'
import { deepFreeze } from '../../util/freeze.ts'
import { novaError } from '../nova-error.ts'
import { readAliases } from './aliases.ts'
import { requestId } from './request-id.ts'
import type { PciRequestRules } from './rules.ts'

const ALIAS_KEY = 'pci_passthrough:alias'
const FLAVOR_POLICY = 'hw:pci_numa_affinity_policy'
const IMAGE_POLICY = 'hw_pci_numa_affinity_policy'

/** What PCI requests are made of. */
export interface PciRequestSource {
  readonly extraSpecs: DataMap
  /** Properties of the image, typed in releases that type them. */
  readonly image: DataMap
  /** The texts of the option `alias`, in Nova's order. */
  readonly aliases: readonly string[]
  /** Uuid of the first instance: ids of requests are made of it, so that two runs agree. */
  readonly uuid: string
  readonly rules: PciRequestRules
  /** How the Python of the release reads and writes values. */
  readonly python: PythonRules
}

/**
 * The PCI devices that a flavor asks for, by `pci_passthrough:alias` (`name:count`, separated by commas), as Nova's API
 * makes them; counts may be 0 or less, as there. The option is read only when the flavor has the key.
 *
 * @returns none without the key
 * @throws REQUEST_INVALID: ImagePCINUMAPolicyForbidden and InvalidPCINUMAAffinity, also without the key, and
 * PciRequestAliasNotDefined, ValueError for a malformed extra spec; CONF_INVALID: PciInvalidAlias. Each names Nova's class in
 * `details.novaError`. REQUEST_INVALID for a count beyond 2^53
 */
export function pciRequests(source: PciRequestSource): readonly PciRequest[] {
  const { extraSpecs, rules } = source
  const policy = rules.numaPolicies === null ? null : numaPolicy(source, rules.numaPolicies)
  if (!Object.hasOwn(extraSpecs, ALIAS_KEY)) return []
  const aliases = readAliases(source.aliases, rules)
  return deepFreeze(
    itemsOf(source).map((item, index) => {
      const [written, count, ...more] = item.split(':')
      if (written === undefined || count === undefined || more.length > 0) {
        throw malformed(item, count === undefined ? 'it has no count' : 'it has more than one colon')
      }
      const name = rules.blanksAreRemoved ? written : stripSpace(written)
      const alias = aliases.get(name)
      if (alias === undefined) throw notDefined(name, [...aliases.keys()], rules)
      return {
        count: countOf(item, count, source.python),
        spec: alias.specs,
        aliasName: name,
        requestId: rules.requestsHaveIds ? requestId(source.uuid, index) : null,
        numaPolicy: policy ?? alias.numaPolicy,
      }
    }),
  )
}

/** What is odd about PCI requests that Nova takes as they are. */
export function pciNotes(requests: readonly PciRequest[]): readonly string[] {
  return requests
    .filter(({ count }) => count < 1)
    .map(
      ({ count, aliasName }) =>
        `${ALIAS_KEY} asks for ${count} of ${aliasName}: Nova takes that as it is, and looks for hosts with such devices`,
    )
}

/** The policy of flavor or image, which holds for all devices; null where neither has one. */
function numaPolicy({ extraSpecs, image, python }: PciRequestSource, policies: readonly string[]): string | null {
  const [ofFlavor, ofImage] = [extraSpecs[FLAVOR_POLICY], image[IMAGE_POLICY]]
  if (ofFlavor && ofImage && ofFlavor !== ofImage) {
    const message = `Image property '${IMAGE_POLICY}' is not permitted to override the '${FLAVOR_POLICY}' flavor extra spec.`
    throw novaError('ImagePCINUMAPolicyForbidden', message, { flavor: ofFlavor, image: ofImage })
  }
  const policy = ofFlavor || ofImage
  if (!policy) return null
  if (typeof policy === 'string' && policies.includes(policy)) return policy
  const message = `Invalid PCI NUMA affinity configured: ${pythonStr(policy, python)} (known are ${policies.join(', ')})`
  throw novaError('InvalidPCINUMAAffinity', message, { value: policy })
}

function itemsOf({ extraSpecs, rules }: PciRequestSource): readonly string[] {
  const text = extraSpecs[ALIAS_KEY]
  if (typeof text !== 'string') throw novaError('AttributeError', `${ALIAS_KEY} is no text`, { value: text })
  const asked = rules.blanksAreRemoved ? text.replaceAll(' ', '') : text
  return asked.split(',')
}

function countOf(item: string, text: string, python: PythonRules): number {
  const count = parseIntText(text, python)
  if (count === undefined) throw malformed(item, `${pythonRepr(text, python)} is no whole number`)
  if (Number.isSafeInteger(count)) return count
  const message = `the extra spec ${ALIAS_KEY}: ${item}: ${text} is beyond 2^53: no host has as many devices`
  throw new NovaSchedError('REQUEST_INVALID', message, { key: ALIAS_KEY, value: item })
}

/** A fault of Nova's API, and a slip of who wrote the flavor: the request is wrong. */
function malformed(item: string, problem: string): Error {
  const message = `the extra spec ${ALIAS_KEY}: ${item || "''"}: ${problem} (write name:count, separated by commas)`
  return new NovaSchedError('REQUEST_INVALID', message, { key: ALIAS_KEY, value: item, novaError: 'ValueError' })
}

function notDefined(alias: string, known: readonly string[], { option }: PciRequestRules): Error {
  const hint = known.length === 0 ? `${option} is not set` : `${option} defines ${known.join(', ')}`
  return novaError('PciRequestAliasNotDefined', `PCI alias ${alias} is not defined (${hint})`, { alias, known, option })
}
