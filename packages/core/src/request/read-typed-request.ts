import { fault } from '../plugin/fault.ts'
import { parseIntText, PythonFloat, pythonStr, type PythonRules } from '../plugin/python.ts'
import type { DataMap, Group, Image, Request, RequestedDestination } from '../plugin/request.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'
import { typedImageProperties } from './image-meta/index.ts'
import type { RequestMaking } from './making.ts'
import type { NovaRequest } from './nova-request.ts'
import { readNumaTopology } from './numa/read-topology.ts'
import { readNovaPciRequests } from './pci/nova-form.ts'
import { mapOrNull, recordOf, textOrNull } from './read-values.ts'
import { flavorField, integerField, misfit, textsField } from './typed-fields.ts'

type Json = Readonly<Record<string, unknown>>

const NO_DATA: DataMap = dataMap([])
const NO_TEXTS: readonly string[] = Object.freeze([])
const NO_GROUP: Group = deepFreeze({
  policies: [],
  policy: null,
  members: [],
  maxServerPerHost: 1,
  hosts: [],
  updated: false,
})

/**
 * A request as releases read it that make an object of it (`RequestSpec.from_primitives`): image properties are typed,
 * hints are lists, of which one item stands for itself, and sizes are the flavor's.
 *
 * @throws VALUE_MALFORMED for a value that the field of the object does not take, TYPE_MISMATCH for image properties that
 * are null and for a group that is not told whole, KEY_MISSING for a group without a policy
 */
export function readTypedRequest(asked: NovaRequest, making: RequestMaking): Request {
  const [spec, fp]: readonly [Json, Json] = [asked.request_spec as Json, asked.filter_properties as Json]
  const { python } = making
  const group = readGroup(fp, python)
  const requestedDestination = readDestination(fp['requested_destination'])
  const number = spec['num_instances'] === undefined ? 1 : integerField(spec, 'num_instances', python)
  const properties = readImage(spec['image'], making)
  const instance = recordOf(spec['instance_properties']) ?? NO_DATA
  const uuid = readUuid(spec['instance_properties'], instance)
  const flavor = flavorField(spec['instance_type'], python)
  const uuids = uuidsOf(asked, number, uuid)
  const requests = deepFreeze(readNovaPciRequests(instance['pci_requests'], python))
  // Each part is frozen by whoever reads it: a request comes with every instance, and is not walked through again.
  return Object.freeze({
    numInstances: uuids?.length || number,
    projectId: textOrNull(instance['project_id']),
    osType: textOrNull(instance['os_type']),
    uuid,
    instanceUuids: uuids,
    userId: textOrNull(instance['user_id']),
    availabilityZone: textOrNull(instance['availability_zone']),
    imageRef: textOrNull(recordOf(spec['image'])?.['id']),
    vmState: 'building',
    taskState: textOrNull(instance['task_state']),
    memoryMb: flavor?.memoryMb ?? 0,
    vcpus: flavor?.vcpus ?? 0,
    rootGb: flavor?.rootGb ?? 0,
    ephemeralGb: flavor?.ephemeralGb ?? 0,
    flavor,
    image: properties,
    group,
    hints: readHints(fp['scheduler_hints'], python),
    retry: null,
    ignoreHosts: textsField(fp, 'ignore_hosts', python),
    forceHosts: textsField(fp, 'force_hosts', python),
    forceNodes: textsField(fp, 'force_nodes', python),
    requestedDestination,
    numaTopology: deepFreeze(readNumaTopology(instance['numa_topology'])),
    pciRequests: requests,
    claimedPciRequests: requests,
    returnAlternates: asked.return_alternates === true,
    configOptions: NO_DATA,
  })
}

/** An instance must have a uuid; where there is none, nothing of it is known. */
function readUuid(told: unknown, { uuid }: DataMap): string | null {
  if (typeof told !== 'object' || told === null) return null
  if (typeof uuid === 'string') return uuid
  throw misfit('uuid', `instance_properties.uuid must be text: ${JSON.stringify(uuid ?? null)}`)
}

/** Null: nothing is claimed of placement. Uuids that are not told are made up, so that instances are told apart. */
function uuidsOf(
  { instance_uuids: told }: NovaRequest,
  number: number,
  first: string | null,
): readonly string[] | null {
  if (told !== undefined) return told === null ? null : Object.freeze([...told])
  if (number < 1) return NO_TEXTS
  const name = first ?? 'instance'
  const others = Math.max(0, number - 1)
  return Object.freeze([name, ...Array.from({ length: others }, (_, at) => `${name}-${at + 1}`)])
}

/** Anything but a map stands for no image at all. */
function readImage(value: unknown, making: RequestMaking): Image {
  const image = recordOf(value)
  if (image === null || Array.isArray(value)) return Object.freeze({ properties: null })
  const { id, properties = NO_DATA } = image
  if (properties === null) throw fault('TYPE_MISMATCH', 'the properties of the image are null: Nova looks in them')
  const typed = typedImageProperties(recordOf(properties) ?? NO_DATA, making)
  if (id === null) throw misfit('id', 'the id of the image must be text: null')
  return Object.freeze({ properties: typed })
}

/** Nova keeps every hint as a list; filters are given the one item of a list of one. */
function readHints(value: unknown, python: PythonRules): DataMap | null {
  if (value === undefined) return NO_DATA
  const hints = mapOrNull(value)
  if (hints === null) return null
  const items = Object.entries(hints).map(([name, hint]): [string, unknown] => {
    const texts = (Array.isArray(hint) ? (hint as unknown[]) : [hint]).map((item) => hintText(name, item, python))
    return [name, texts.length === 1 ? texts[0] : Object.freeze(texts)]
  })
  return dataMap(items)
}

function hintText(name: string, item: unknown, python: PythonRules): string {
  const isText = typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
  if (isText || item instanceof PythonFloat) return pythonStr(item, python)
  const message = `the hint ${name} holds ${JSON.stringify(item)}: Nova takes texts, numbers and lists of them`
  throw fault('VALUE_MALFORMED', message, { hint: name })
}

function readGroup(fp: Json, python: PythonRules): Group {
  const group = recordOf(fp['instance_group'])
  if (group !== null) return deepFreeze(groupObject(group, python))
  if (fp['group_updated'] === true) return deepFreeze(legacyGroup(fp))
  return NO_GROUP
}

function groupObject(group: Json, python: PythonRules): Group {
  const { policy } = group
  if (policy === undefined) throw fault('KEY_MISSING', 'instance_group has no policy', { key: 'policy' })
  if (typeof policy !== 'string') {
    throw misfit('policy', `instance_group.policy must be text: ${JSON.stringify(policy)}`)
  }
  const rules = recordOf(group['rules']) ?? NO_DATA
  const most = parseIntText(pythonStr(rules['max_server_per_host'] ?? 1, python), python)
  if (most === undefined) throw fault('VALUE_MALFORMED', 'instance_group.rules.max_server_per_host is no whole number')
  return {
    policies: [policy],
    policy,
    members: textsField(group, 'members', python),
    maxServerPerHost: most,
    hosts: textsField(group, 'hosts', python),
    updated: true,
  }
}

/** Three lists in place of a group. Nova makes a group of them that does not tell its policies. */
function legacyGroup(fp: Json): Group {
  const [policies, hosts, members] = ['group_policies', 'group_hosts', 'group_members'].map((name) => {
    const list = fp[name]
    if (Array.isArray(list)) return list as string[]
    throw fault(
      'TYPE_MISMATCH',
      `${name} is ${list === undefined ? 'missing' : JSON.stringify(list)}: with group_updated it must be a list`,
    )
  })
  const policy = policies?.[0]
  if (policy === undefined)
    throw fault('OPERAND_MISSING', 'group_policies is empty: with group_updated it must name one')
  return { policies: null, policy, members: members ?? [], maxServerPerHost: 1, hosts: hosts ?? [], updated: true }
}

function readDestination(value: unknown): RequestedDestination | null {
  const destination = recordOf(value)
  if (destination === null) return null
  const { host, node } = destination
  if (host === null) throw misfit('host', 'requested_destination.host must be text: null')
  return Object.freeze({
    ...(host === undefined ? {} : { host: textOrNull(host) }),
    ...(node === undefined ? {} : { node: textOrNull(node) }),
    cell: textOrNull(destination['cell']),
    allowCrossCellMove: destination['allow_cross_cell_move'] === true,
  })
}
