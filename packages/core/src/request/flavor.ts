import { NovaSchedError } from '../errors.ts'
import type { FlavorRecord, ImageRecord } from '../inventory/inventory.ts'
import { dataMap } from '../util/freeze.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import type { NovaImage, NovaInstanceType } from './nova-request.ts'
import type { InlineFlavor, ShortRequest } from './short-request.ts'

/**
 * The flavor that a request names, or brings.
 *
 * @throws FLAVOR_NOT_FOUND
 */
export function findFlavor(asked: ShortRequest['flavor'], flavors: readonly FlavorRecord[]): InlineFlavor {
  if (typeof asked !== 'string') return asked
  const found = flavors.find(({ name }) => name === asked) ?? flavors.find(({ flavorid }) => flavorid === asked)
  if (found !== undefined) return found
  const names = flavors.map(({ name }) => name)
  const known = names.length === 0 ? 'the inventory has no flavors' : `the inventory has ${listed(names)}`
  const message = `flavor ${asked} is not known${didYouMean(asked, names)} (${known}); or write the flavor in full`
  throw new NovaSchedError('FLAVOR_NOT_FOUND', message, { flavor: asked })
}

/**
 * The flavor as the request spec carries it.
 *
 * @throws FLAVOR_NOT_FOUND when it is disabled: Nova says so
 */
export function instanceTypeOf(flavor: InlineFlavor): NovaInstanceType {
  const { id = null, name = 'inline', flavorid = name, vcpus, memory_mb, disabled = false, extra_specs = {} } = flavor
  if (disabled) {
    throw new NovaSchedError('FLAVOR_NOT_FOUND', `flavor ${name} is disabled: nothing can be asked of it`, {
      flavor: name,
    })
  }
  const { root_gb = 0, ephemeral_gb = 0, swap = 0 } = flavor
  const extraSpecs = dataMap(Object.entries(extra_specs))
  const known = id === null ? {} : { id }
  return { ...known, name, flavorid, memory_mb, vcpus, root_gb, ephemeral_gb, swap, extra_specs: extraSpecs }
}

/**
 * The image that a request names or brings, as the request spec carries it. Booting from a volume there is no image:
 * what is left are the properties that the volume was made with.
 *
 * @throws IMAGE_NOT_FOUND
 */
export function findImage(
  { image: asked, boot_from_volume: fromVolume }: ShortRequest,
  images: readonly ImageRecord[],
): NovaImage {
  if (asked === undefined || asked === null) return {}
  const { id, name, properties } = typeof asked === 'string' ? namedImage(asked, images) : asked
  const known = dataMap(Object.entries(properties ?? {}))
  if (fromVolume === true) return properties === undefined ? {} : { properties: known }
  return { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }), properties: known }
}

function namedImage(asked: string, images: readonly ImageRecord[]): ImageRecord {
  const found = images.find(({ id }) => id === asked) ?? images.find(({ name }) => name === asked)
  if (found !== undefined) return found
  const names = images.flatMap(({ id, name }) => name ?? id ?? [])
  const known = names.length === 0 ? 'the inventory has no images' : `the inventory has ${listed(names)}`
  const message = `image ${asked} is not known${didYouMean(asked, names)} (${known}); or write {id, properties}`
  throw new NovaSchedError('IMAGE_NOT_FOUND', message, { image: asked })
}

function listed(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ')
}
