import {
  defineFilter,
  fault,
  pythonStr,
  reject,
  truthy,
  type Change,
  type DataMap,
  type HostTest,
  type PythonRules,
  type Request,
} from '@nova-sched/core/plugin'
import { cached } from './lib/cached.ts'
import { canonicalArchitecture, canonicalHypervisorType, canonicalVmMode } from './lib/image-names.ts'
import { compileStrictPredicate, hypervisorVersionText } from './lib/version-predicate.ts'
import { sufficing } from './lib/what-if.ts'

/** Properties of an image that ask for something; the version counts only beside one of them. */
const NAMES = ['architecture', 'hypervisor_type', 'vm_mode']
const VERSION = 'hypervisor_version_requires'

const DROPS = [VERSION, ...NAMES].map((key): Change => ({ kind: 'image_property', key, value: null }))

/** Hosts that can run the image. */
export const ImagePropertiesFilter = defineFilter({
  name: 'ImagePropertiesFilter',
  help: 'Hosts that support the architecture, hypervisor type, VM mode and hypervisor version that the image asks for.',
  classPath: 'nova.scheduler.filters.image_props_filter.ImagePropertiesFilter',
  oncePerRequest: true,
  onRebuild: true,
  reasons: {
    support_unknown: 'the image wants {wanted}, the host does not tell what it supports (supported_instances)',
    not_supported: 'the image wants {wanted}, the host supports {offered}',
    other_version: 'the image wants hypervisor version {wanted}, the host has {found}',
  },
  create({ rules }) {
    const prepare = (request: Request): HostTest | null => {
      const { properties } = request.image
      if (properties === null) throw fault('ATTRIBUTE_MISSING', 'the image has null properties: Nova looks into them')
      const wanted = wantedNames(properties)
      if (wanted.length === 0) return null
      const version = wantedVersion(properties, rules.python)
      return (host) => {
        const offered = host.supportedInstances
        if (!offered || offered.length === 0) return reject('support_unknown', { wanted: wanted.join(', ') })
        if (!offered.some((triple) => wanted.every((name) => triple.includes(name)))) {
          return reject('not_supported', {
            wanted: wanted.join(', '),
            offered: offered.map((triple) => triple.join('/')).join(', '),
          })
        }
        if (version === null || !host.hypervisorVersion || version.isMet(host.hypervisorVersion)) return true
        return reject('other_version', { wanted: version.text, found: hypervisorVersionText(host.hypervisorVersion) })
      }
    }
    return {
      prepare,
      notes(host, { image: { properties } }) {
        const asks = NAMES.some((name) => (properties?.[name] ?? null) !== null)
        if (!asks || host.supportedInstances !== null) return []
        return [
          'what the host supports is not known (supported_instances): no image that asks for anything may go there',
        ]
      },
      changes: (host, request) => sufficing(prepare, host, request, DROPS),
    }
  },
})

/** What the image asks for, in Nova's names. Each may be met at any place of a triple: Nova does not ask which is which. */
function wantedNames(properties: DataMap): readonly string[] {
  const names = [
    canonicalArchitecture(properties['architecture']),
    canonicalHypervisorType(properties['hypervisor_type']),
    canonicalVmMode(properties['vm_mode']),
  ]
  return names.filter((name) => name !== null)
}

function wantedVersion(
  properties: DataMap,
  python: PythonRules,
): { text: string; isMet: (version: number) => boolean } | null {
  const wanted = properties[VERSION]
  if (!truthy(wanted)) return null
  const text = pythonStr(wanted, python)
  const predicate = compileStrictPredicate(text)
  return { text, isMet: cached((version: number) => predicate(hypervisorVersionText(version))) }
}
