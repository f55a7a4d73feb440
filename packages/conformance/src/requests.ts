import {
  demandsOf,
  imageMeta,
  isBuilt,
  isNovaSchedError,
  novaDemands,
  parseAvailabilityZone,
  parseConf,
  REQUEST_MAKING,
} from '@nova-sched/core'
import type { DemandRules, Release } from '@nova-sched/core'
import { canonical } from './plain-text.ts'
import type { Result } from './result.ts'
import type { Json } from './scenario.ts'

/** A line of `nova-request-vectors/1`: what Nova made of a zone's text, of an image, or of a flavor and an image. */
interface RequestVector {
  readonly id: string
  readonly release: Release
  readonly note?: string
  readonly conf?: string
  readonly availability_zone?: string | null
  readonly flavor?: Flavor
  readonly image?: { readonly properties?: Json } | null
  readonly expect: Json
}

interface Flavor {
  readonly vcpus: number
  readonly memory_mb: number
  readonly extra_specs: Json
}

/** Errors whose text is Python's or a library's. */
const OTHERS_WORDS: ReadonlySet<string> = new Set(['PciInvalidAlias', 'ValueError', 'TypeError', 'AttributeError'])

const UUID = '00000000-0000-4000-8000-000000000001'

/** Replays one request vector. Of an error the class of Nova's exception is compared, and its text where it is Nova's. */
export function checkRequestVector(line: unknown): Result {
  const vector = line as RequestVector
  const { id, release } = vector
  if (!isBuilt(release)) return { id, ok: false, skipped: `requests of ${release} not built` }
  const found = mismatches(vector, outcome(vector, REQUEST_MAKING[release]))
  return found.length === 0 ? { id, ok: true } : { id, ok: false, detail: found.join('\n    ') }
}

/** What differs, part by part of what was expected. */
function mismatches(vector: RequestVector, made: Json): readonly string[] {
  const { message, error, ...others } = vector.expect
  const parts = { error, ...others }
  const differing = Object.entries(parts).filter(([part, wanted]) => canonical(made[part]) !== canonical(wanted))
  const found = differing.map(
    ([part, wanted]) => `${part}: expected ${canonical(wanted)}, got ${canonical(made[part])}`,
  )
  if (!isTextNovas(vector) || beginsWith(made['message'], String(message))) return found
  return [...found, `message: expected ${canonical(message)}, got ${canonical(made['message'])}`]
}

function outcome(vector: RequestVector, rules: DemandRules): Json {
  try {
    if (Object.hasOwn(vector, 'availability_zone')) return zoneOf(vector)
    const image = dataOf(vector.image?.properties ?? {})
    return vector.flavor ? demands(vector, vector.flavor, image, rules) : { properties: imageMeta(image, rules) }
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return { error: error.details['novaError'] ?? error.code, message: error.message }
  }
}

function zoneOf({ availability_zone: text, conf = '', release }: RequestVector): Json {
  const { core } = parseConf(conf, { release })
  const { zone, forceHosts, forceNodes } = parseAvailabilityZone(text, core.default_schedule_zone)
  return { availability_zone: zone, force_hosts: forceHosts, force_nodes: forceNodes }
}

function demands({ conf = '', release }: RequestVector, flavor: Flavor, image: Json, rules: DemandRules): Json {
  const { core } = parseConf(conf, { release })
  const asked = { vcpus: flavor.vcpus, memoryMb: flavor.memory_mb, extraSpecs: dataOf(flavor.extra_specs) }
  const made = demandsOf({ flavor: asked, image, aliases: core.pci_alias, uuid: UUID }, rules)
  const nova = novaDemands(made, UUID, rules)
  const requests = nova.pci_requests['requests'] as readonly Json[]
  return { numa_topology: nova.numa_topology, pci_requests: requests.map(withoutId) }
}

/** Nova's ids are random, and written `<uuid>`. */
function withoutId(request: Json): Json {
  return typeof request['request_id'] === 'string' ? { ...request, request_id: '<uuid>' } : request
}

/** Data by key has no prototype. */
function dataOf(map: Json): Json {
  return Object.assign(Object.create(null) as Record<string, unknown>, map)
}

function isTextNovas({ expect, note = '' }: RequestVector): boolean {
  const { error, message } = expect
  return message !== undefined && !OTHERS_WORDS.has(String(error)) && !note.includes('compare the error only')
}

/** Whether a text is Nova's, or goes on behind it. */
function beginsWith(text: unknown, novas: string): boolean {
  return typeof text === 'string' && text.startsWith(novas) && !/^[\p{L}\p{N}]/u.test(text.slice(novas.length))
}
