import type { InstanceRecord, Inventory, InventoryHost } from './inventory.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import { shown } from '../util/documents/value-words.ts'
import { parseFloatText, PYTHON_3 } from '../plugin/python.ts'
import type { Path } from '../util/documents/path.ts'
import type { Merged } from './merge.ts'
import { groupRemarks } from './check-groups.ts'
import { tellOddTopology } from './check-topology.ts'
import { remarkOn } from './remarks.ts'
import type { Located, Remark } from './remarks.ts'

/** Unknown hosts for which a similar name is looked for. */
const MOST_COMPARED = 20

/** Stats that Nova reads as numbers. */
const COUNTS = ['num_instances', 'io_workload']

type Say = (field: string, message: string) => Remark

/**
 * What is odd in an inventory that Nova would live with (warnings), and what is worth knowing (hints). A host in no
 * aggregate is neither.
 */
export function checkInventory({ inventory, places }: Merged): readonly Remark[] {
  return [
    ...inventory.hosts.flatMap((host, index) => hostRemarks(host, places.hosts[index])),
    ...resourceRemarks(inventory, places.hosts),
    ...instanceRemarks(inventory, places.hosts),
    ...aggregateRemarks(inventory, places.aggregates),
    ...multiplierRemarks(inventory, places.aggregates),
    ...groupRemarks(inventory, places.server_groups),
  ]
}

function hostRemarks(host: InventoryHost, at: Located | undefined): Remark[] {
  if (at === undefined) return []
  const say =
    (level: Remark['level']): Say =>
    (field, message) =>
      remarkOn(at, level, `${nameOf(host)}: ${message}`, pathOf(field))
  const warn = say('warning')
  return [
    ...reportRemarks(host, warn),
    ...diskRemarks(host, warn),
    ...statsRemarks(host, warn),
    ...topologyRemarks(host, warn),
    ...timeRemarks(host, say('error')),
  ]
}

/** Positions in lists are numbers. */
function pathOf(field: string): Path {
  return field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function topologyRemarks(host: InventoryHost, warn: Say): Remark[] {
  const remarks: Remark[] = []
  tellOddTopology(host, (field, message) => remarks.push(warn(field, message)))
  return remarks
}

function reportRemarks(host: InventoryHost, warn: Say): Remark[] {
  const remarks: Remark[] = []
  if (host.service === null) remarks.push(warn('service', 'there is no record of its service: it is no candidate'))
  for (const [field, later] of [
    ['free_disk_gb', 'later releases take it for an empty node, on which CPUWeigher breaks'],
    ['free_ram_mb', 'and so it does later'],
  ] as const) {
    const cause = `the node has not reported yet; in Kilo this ends every request that meets it, ${later}`
    if (host[field] === null) remarks.push(warn(field, `${field} is null: ${cause}`))
  }
  return remarks
}

function diskRemarks(host: InventoryHost, warn: Say): Remark[] {
  const {
    disk_available_least: least,
    free_disk_gb: freeDisk,
    local_gb: disk,
    free_ram_mb: freeRam,
    memory_mb: memory,
  } = host
  const remarks: Remark[] = []
  if (isMore(freeRam, memory))
    remarks.push(warn('free_ram_mb', `free_ram_mb ${freeRam} is more than memory_mb ${memory}`))
  if (isMore(freeDisk, disk))
    remarks.push(warn('free_disk_gb', `free_disk_gb ${freeDisk} is more than local_gb ${disk}`))
  if (isMore(least, freeDisk)) {
    const message = `disk_available_least ${least} is more than free_disk_gb ${freeDisk}: Nova takes the smaller, and warns`
    remarks.push(warn('disk_available_least', message))
  }
  return remarks
}

function isMore(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one > other
}

/** The schema knows how a time is written; whether there is such a day is seen here. */
function timeRemarks({ updated_at: updatedAt, service }: InventoryHost, say: Say): Remark[] {
  const times = {
    updated_at: updatedAt,
    'service.updated_at': service?.updated_at,
    'service.created_at': service?.created_at,
  }
  return Object.entries({ ...times, 'service.last_seen_up': service?.last_seen_up }).flatMap(([field, time]) => {
    const isTime = typeof time !== 'string' || !Number.isNaN(Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`))
    return isTime ? [] : [say(field, `there is no such time: ${shown(time)}`)]
  })
}

/** One remark for all hosts: where a file leaves a field out, it leaves it out everywhere. */
function resourceRemarks({ hosts }: Inventory, places: readonly Located[]): Remark[] {
  return (['vcpus', 'memory_mb', 'local_gb'] as const).flatMap((field) => {
    const first = hosts.findIndex((host) => host[field] === undefined)
    const at = places[first]
    if (at === undefined) return []
    const others = hosts.filter((host) => host[field] === undefined).length - 1
    const message = `${field} is not given for ${hosts[first]?.host}${others > 0 ? ` and ${others} more` : ''}: taken as 0`
    return [remarkOn(at, 'hint', message)]
  })
}

function statsRemarks(host: InventoryHost, warn: Say): Remark[] {
  return COUNTS.flatMap((name) => {
    const value = host.stats?.[name]
    if (value === undefined || (typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value))) return []
    return [warn('stats', `stats.${name} is no whole number (${shown(value)}): Nova breaks on it`)]
  })
}

function instanceRemarks({ hosts }: Inventory, places: readonly Located[]): Remark[] {
  const hostOf = new Map<string, string>()
  const remarks: Remark[] = []
  hosts.forEach(({ host, instances = [] }, index) => {
    const here = new Set<string>()
    instances.forEach(({ uuid }: InstanceRecord, position) => {
      // Every node of a host carries the host's instances, so only another host is odd.
      const other = hostOf.get(uuid) ?? host
      const at = places[index]
      const why = here.has(uuid) ? 'is listed twice' : other !== host ? `is on ${other} too` : undefined
      if (why !== undefined && at !== undefined) {
        remarks.push(remarkOn(at, 'warning', `${host}: instance ${uuid} ${why}`, ['instances', position]))
      }
      here.add(uuid)
      hostOf.set(uuid, other)
    })
  })
  return remarks
}

function aggregateRemarks({ aggregates, hosts }: Inventory, places: readonly Located[]): Remark[] {
  // Without any host there is nothing that a name could be compared with.
  if (hosts.length === 0) return []
  const known = new Set(hosts.map(({ host }) => host))
  const hint = hintsFor(hosts)
  return places.flatMap((at, index) => {
    const { id, name, hosts: members } = aggregates[index] ?? { id: 0, hosts: [] }
    return members.flatMap((host, position) => {
      if (known.has(host)) return []
      const message = `aggregate ${name ?? id} lists unknown host ${host}${hint(host)}`
      return [remarkOn(at, 'warning', message, ['hosts', position])]
    })
  })
}

/** Multipliers of weighers in the metadata of aggregates, which later releases read. */
function multiplierRemarks({ aggregates }: Inventory, places: readonly Located[]): Remark[] {
  return places.flatMap((at, index) => {
    const { id = 0, name, metadata = {} } = aggregates[index] ?? {}
    return Object.entries(metadata).flatMap(([key, text]) => {
      const number = parseFloatText(text, PYTHON_3)
      if (!key.endsWith('_weight_multiplier') || Number.isFinite(number)) return []
      const what =
        number === undefined ? 'is no number: the option counts' : 'is not finite: weights mean nothing with it'
      const message = `aggregate ${name ?? id}: ${key} ${JSON.stringify(text)} ${what} (later than Kilo)`
      return [remarkOn(at, 'warning', message, ['metadata', key])]
    })
  })
}

/** What a host that is not known was probably meant to be. Comparing with all hosts is done for the first few only. */
function hintsFor(hosts: readonly InventoryHost[]): (host: string) => string {
  const nodes = new Map(hosts.map(({ host, nodename }) => [nodename, host]))
  const inSmallLetters = new Map(hosts.map(({ host }) => [host.toLowerCase(), host]))
  let compared = 0
  return (host) => {
    const node = nodes.get(host)
    if (node !== undefined) return `: it is a node of host ${node}`
    const same = inSmallLetters.get(host.toLowerCase())
    if (same !== undefined) return `, did you mean ${same}?`
    compared += 1
    return compared > MOST_COMPARED ? '' : didYouMean(host, inSmallLetters.values())
  }
}

function nameOf({ host, nodename = host }: InventoryHost): string {
  return nodename === host ? host : `${host}/${nodename}`
}
