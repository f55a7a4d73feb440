import { bool, defineFilter, list, reject, type Change } from '@nova-sched/core/plugin'

/** Keeps certain images to certain hosts, and certain hosts to certain images. */
export const IsolatedHostsFilter = defineFilter({
  name: 'IsolatedHostsFilter',
  help: 'Isolated images go to isolated hosts only; isolated hosts take isolated images only.',
  classPath: 'nova.scheduler.filters.isolated_hosts_filter.IsolatedHostsFilter',
  oncePerRequest: true,
  onRebuild: true,
  options: {
    isolated_images: list([], { help: 'Ids of the images that may run on isolated hosts only.' }),
    isolated_hosts: list([], { help: 'Names of the hosts that are kept for isolated images.' }),
    restrict_isolated_hosts_to_isolated_images: bool(true, {
      help: 'Isolated hosts take isolated images only. False: they take any image.',
    }),
  },
  reasons: {
    host_isolated: 'kept for isolated images; the image is {image}',
    host_not_isolated: 'not isolated; the image {image} may run on isolated hosts only',
  },
  create({ conf }) {
    const images = new Set(conf.isolated_images)
    const hosts = new Set(conf.isolated_hosts)
    const restricted = conf.restrict_isolated_hosts_to_isolated_images
    return {
      prepare({ imageRef }) {
        const image = imageRef || 'none'
        if (imageRef !== null && images.has(imageRef)) {
          return ({ host }) => hosts.has(host) || reject('host_not_isolated', { image })
        }
        if (!restricted || hosts.size === 0) return null
        return ({ host }) => !hosts.has(host) || reject('host_isolated', { image })
      },
      changes({ host }, { imageRef }, { reason }) {
        const isIsolated = reason === 'host_isolated'
        const value = isIsolated ? without(hosts, host) : [...hosts, host]
        const ofHosts: Change = { kind: 'option', option: 'isolated_hosts', value }
        if (!isIsolated) return [ofHosts, imagesAre(without(images, imageRef))]
        const open: Change = { kind: 'option', option: 'restrict_isolated_hosts_to_isolated_images', value: false }
        return [ofHosts, ...(imageRef ? [imagesAre([...images, imageRef])] : []), open]
      },
    }
  },
})

function imagesAre(value: readonly string[]): Change {
  return { kind: 'option', option: 'isolated_images', value }
}

function without(names: ReadonlySet<string>, left: string | null): readonly string[] {
  return [...names].filter((name) => name !== left)
}
