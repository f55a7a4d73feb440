import {
  defineFilter,
  fault,
  reject,
  str,
  type Change,
  type DataMap,
  type HostTest,
  type Image,
  type Request,
  type Rules,
} from '@nova-sched/core/plugin'
import { ARCHITECTURE_NAMES } from './lib/image-names.ts'
import { machineNames, wantedMachine, wantedVersion } from './lib/image-wants.ts'
import { hypervisorVersionText } from './lib/hypervisor-version.ts'
import { sufficing } from './lib/what-if.ts'

const DEFAULT = 'image_properties_default_architecture'

const SUPPORT_UNKNOWN =
  'what the host supports is not known (supported_instances): no image that asks for anything may go there'

/** Hosts that can run the image. */
export const ImagePropertiesFilter = defineFilter({
  name: 'ImagePropertiesFilter',
  help: 'Hosts that support the architecture, hypervisor type, VM mode and hypervisor version that the image asks for.',
  classPath: 'nova.scheduler.filters.image_props_filter.ImagePropertiesFilter',
  oncePerRequest: true,
  onRebuild: true,
  options: {
    [DEFAULT]: str(null, {
      choices: ARCHITECTURE_NAMES,
      help: 'The architecture of images that name none, such as x86_64. Not set: any will do.',
    }),
  },
  reasons: {
    support_unknown: 'the image wants {wanted}, the host does not tell what it supports (supported_instances)',
    not_supported: 'the image wants {wanted}, the host supports {offered}',
    other_version: 'the image wants hypervisor version {wanted}, the host has {found}',
  },
  create({ conf: { [DEFAULT]: standard }, rules }) {
    const names = machineNames(rules)
    const machine = [names.architecture, names.hypervisorType, names.vmMode]
    const asksFor = ({ properties }: Image, name: string): boolean => (properties?.[name] ?? null) !== null
    const standsIn = ({ image }: Request): boolean => standard !== null && !asksFor(image, names.architecture)
    const prepare = (request: Request): HostTest | null => {
      const properties = propertiesOf(request, rules)
      const wanted = wantedMachine(properties, names, standard)
      if (wanted.length === 0) return null
      const version = wantedVersion(properties, names, rules)
      return ({ supportedInstances: offered, hypervisorVersion }) => {
        if (!offered || offered.length === 0) return reject('support_unknown', { wanted: wanted.join(', ') })
        // Each may be met at any place of a triple: Nova does not ask which is which.
        if (!offered.some((triple) => wanted.every((name) => triple.includes(name)))) {
          const triples = offered.map((triple) => triple.join('/'))
          return reject('not_supported', { wanted: wanted.join(', '), offered: triples.join(', ') })
        }
        if (version === null || !hypervisorVersion || version.isMet(hypervisorVersion)) return true
        return reject('other_version', { wanted: version.text, found: hypervisorVersionText(hypervisorVersion) })
      }
    }
    return {
      prepare,
      notes({ supportedInstances }, request) {
        const asks = standsIn(request) || machine.some((name) => asksFor(request.image, name))
        return [
          ...(standsIn(request) ? [`the image names no architecture: ${DEFAULT} (${standard}) stands in`] : []),
          ...(asks && supportedInstances === null ? [SUPPORT_UNKNOWN] : []),
        ]
      },
      changes(host, request) {
        const set = (key: string, value: string | null): Change => ({ kind: 'image_property', key, value })
        const offered = standsIn(request) ? (host.supportedInstances ?? []).flatMap(([name]) => name ?? []) : []
        return sufficing(prepare, host, request, [
          ...[names.version, ...machine].map((name) => set(name, null)),
          ...[...new Set(offered)].map((name) => set(names.architecture, name)),
        ])
      },
    }
  },
})

function propertiesOf({ image: { properties } }: Request, { requestsAreTyped }: Rules): DataMap {
  if (properties !== null) return properties
  if (requestsAreTyped) return {}
  throw fault('ATTRIBUTE_MISSING', 'the image has null properties: Nova looks into them')
}
