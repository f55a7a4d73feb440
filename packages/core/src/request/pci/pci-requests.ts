import { parseIntText, pythonRepr, pythonStr, stripSpace } from '../../plugin/python.ts'
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
}

/**
 * The PCI devices that a flavor asks for, by `pci_passthrough:alias` (`name:count`, separated by commas), as Nova's API
 * makes them; counts may be 0 or less, as there. The option is read only when the flavor has the key.
 *
 * @returns none without the key
 * @throws REQUEST_INVALID: ImagePCINUMAPolicyForbidden and InvalidPCINUMAAffinity, also without the key, and
 * PciRequestAliasNotDefined; CONF_INVALID: PciInvalidAlias; VALUE_MALFORMED: ValueError for a malformed extra spec. Each
 * names Nova's class in `details.novaError`
 */
export function pciRequests(source: PciRequestSource): readonly PciRequest[] {
  const { extraSpecs, rules } = source
  const policy = rules.numaPolicies === null ? null : numaPolicy(source, rules.numaPolicies)
  if (!Object.hasOwn(extraSpecs, ALIAS_KEY)) return []
  const aliases = readAliases(source.aliases, rules)
  return deepFreeze(
    itemsOf(source).map(([written, count, ...more], index) => {
      if (written === undefined || count === undefined || more.length > 0) throw malformed(source, 'write name:count')
      const name = rules.blanksAreRemoved ? written : stripSpace(written)
      const alias = aliases.get(name)
      if (alias === undefined) throw notDefined(name, [...aliases.keys()], rules)
      return {
        count: countOf(source, count),
        spec: alias.specs,
        aliasName: name,
        requestId: rules.requestsHaveIds ? requestId(source.uuid, index) : null,
        numaPolicy: policy ?? alias.numaPolicy,
      }
    }),
  )
}

/** The policy of flavor or image, which holds for all devices; null where neither has one. */
function numaPolicy({ extraSpecs, image, rules }: PciRequestSource, policies: readonly string[]): string | null {
  const [ofFlavor, ofImage] = [extraSpecs[FLAVOR_POLICY], image[IMAGE_POLICY]]
  if (ofFlavor && ofImage && ofFlavor !== ofImage) {
    const message = `Image property '${IMAGE_POLICY}' is not permitted to override the '${FLAVOR_POLICY}' flavor extra spec.`
    throw novaError('ImagePCINUMAPolicyForbidden', message, { flavor: ofFlavor, image: ofImage })
  }
  const policy = ofFlavor || ofImage
  if (!policy) return null
  if (typeof policy === 'string' && policies.includes(policy)) return policy
  const message = `Invalid PCI NUMA affinity configured: ${pythonStr(policy, rules.python)} (known are ${policies.join(', ')})`
  throw novaError('InvalidPCINUMAAffinity', message, { value: policy })
}

function itemsOf({ extraSpecs, rules }: PciRequestSource): readonly (readonly string[])[] {
  const text = extraSpecs[ALIAS_KEY]
  if (typeof text !== 'string') throw novaError('AttributeError', `${ALIAS_KEY} is no text`, { value: text })
  const asked = rules.blanksAreRemoved ? text.replaceAll(' ', '') : text
  return asked.split(',').map((item) => item.split(':'))
}

function countOf(source: PciRequestSource, text: string): number {
  const count = parseIntText(text, source.rules.python)
  if (count === undefined) throw malformed(source, `${pythonRepr(text, source.rules.python)} is no whole number`)
  return count
}

function malformed({ extraSpecs }: PciRequestSource, problem: string): Error {
  const value = extraSpecs[ALIAS_KEY]
  const message = `the extra spec ${ALIAS_KEY} is ${JSON.stringify(value)}: ${problem}, separated by commas`
  return novaError('ValueError', message, { key: ALIAS_KEY, value })
}

function notDefined(alias: string, known: readonly string[], { option }: PciRequestRules): Error {
  const hint = known.length === 0 ? `${option} is not set` : `${option} defines ${known.join(', ')}`
  return novaError('PciRequestAliasNotDefined', `PCI alias ${alias} is not defined (${hint})`, { alias, known, option })
}
