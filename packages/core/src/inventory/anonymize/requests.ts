import { FLAVOR, flavorName, IMAGE } from './fields.ts'
import {
  deep,
  each,
  fields,
  isData,
  keep,
  kindOfVariable,
  mapOf,
  named,
  structure,
  technical,
  texts,
} from './shapes.ts'
import type { Shape } from './shapes.ts'
import { jsonQuery } from './texts.ts'

/** Which fields of requests, and options of nova.conf, hold names, and of what. */

const value = named('value')

/** Hints that are no names of instances, which all others may be. */
const HINT_SHAPES: Readonly<Record<string, Shape>> = {
  group: deep(named('group')),
  same_host: deep(named('instance')),
  different_host: deep(named('instance')),
  cidr: keep,
  build_near_host_ip: texts((text, names) => names.address(fullAddress(text))),
  query: (query, names) =>
    typeof query === 'string' ? jsonQuery(query, kindOfVariable, names) : structure(value)(query, names),
}

/** Python fills a network that is cut short up with zeros (`10.1` is 10.1.0.0), an address in the middle. */
function fullAddress(text: string): string {
  const [base = '', ...rest] = text.split('/')
  const parts = base.split('.')
  const isShort = parts.length < 4 && parts.every((part) => /^\d+$/.test(part))
  return [isShort ? [...parts, '0', '0', '0'].slice(0, 4).join('.') : base, ...rest].join('/')
}

const HINTS = mapOf((key, item, names) => {
  const shape = Object.hasOwn(HINT_SHAPES, key) ? HINT_SHAPES[key] : undefined
  return shape === undefined ? [names.free(key), structure(value)(item, names)] : [key, shape(item, names)]
})

/** Pairs of host and node have been tried. */
const RETRY = fields({ hosts: each(each(named('host'))), exc: named('reason') })
const DESTINATION = fields({ host: named('host'), node: named('host'), cell: named('cell') })

/** `zone`, `zone:host`, `zone:host:node` or `zone::node`. */
const PLACE = texts((text, names) => {
  return text
    .split(':')
    .map((part, index) => names.name(index === 0 ? 'zone' : 'host', part))
    .join(':')
})

/** A request in short. */
export const SHORT_REQUEST = fields({
  flavor: (flavor, names) => (isData(flavor) ? FLAVOR : flavorName)(flavor, names),
  image: (image, names) => (isData(image) ? IMAGE : named('image'))(image, names),
  uuid: named('instance'),
  project_id: named('project'),
  user_id: named('user'),
  availability_zone: PLACE,
  hints: HINTS,
  group: named('group'),
  ignore_hosts: each(named('host')),
  force_hosts: each(named('host')),
  force_nodes: each(named('host')),
  retry: RETRY,
  requested_destination: DESTINATION,
})

/** A request as Nova's conductor hands it on. */
export const NOVA_REQUEST = fields({
  request_spec: fields({
    instance_properties: fields({
      uuid: named('instance'),
      project_id: named('project'),
      user_id: named('user'),
      os_type: technical,
      architecture: technical,
      vm_mode: technical,
      availability_zone: named('zone'),
      image_ref: named('image'),
      vm_state: keep,
      task_state: keep,
      numa_topology: structure(value),
      pci_requests: structure(value),
    }),
    instance_type: FLAVOR,
    image: IMAGE,
  }),
  filter_properties: fields({
    scheduler_hints: HINTS,
    instance_type: FLAVOR,
    ignore_hosts: each(named('host')),
    force_hosts: each(named('host')),
    force_nodes: each(named('host')),
    group_hosts: each(named('host')),
    group_policies: keep,
    retry: RETRY,
    pci_requests: structure(value),
    requested_destination: DESTINATION,
  }),
  instance_uuids: each(named('instance')),
})

/** Options whose values name something. */
export const OPTIONS: Readonly<Record<string, Shape>> = {
  isolated_hosts: each(named('host')),
  isolated_images: each(named('image')),
  default_availability_zone: named('zone'),
  default_schedule_zone: named('zone'),
  internal_service_availability_zone: named('zone'),
  memcached_servers: each(named('server')),
}
