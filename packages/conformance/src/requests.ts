import { isDeepStrictEqual } from 'node:util'
import { isNovaSchedError, parseAvailabilityZone, parseConf } from '@nova-sched/core'
import type { Result } from './result.ts'

/** A line of `nova-request-vectors/1`: what Nova made of a zone's text, or of a flavor and an image. */
interface RequestVector {
  readonly id: string
  readonly release: string
  readonly conf: string
  readonly availability_zone?: string | null
  readonly expect: Readonly<Record<string, unknown>>
}

/** Our code for each of the errors that Python names. */
const ERROR_CODES: Readonly<Record<string, string>> = { InvalidInput: 'AVAILABILITY_ZONE_INVALID' }

/**
 * Replays one request vector. Zones of Kilo are compared, errors by their kind; NUMA and PCI requests and other
 * releases are not built yet.
 */
export function checkRequestVector(line: unknown): Result {
  const vector = line as RequestVector
  const { id, release } = vector
  if (release !== 'kilo') return { id, ok: false, skipped: `${release} not built` }
  if (!Object.hasOwn(vector, 'availability_zone')) return { id, ok: false, skipped: 'NUMA and PCI requests not built' }
  const wanted = expected(vector)
  const made = zoneOf(vector)
  if (isDeepStrictEqual(made, wanted)) return { id, ok: true }
  return { id, ok: false, detail: `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(made)}` }
}

function expected({ expect }: RequestVector): unknown {
  if (!Object.hasOwn(expect, 'error')) return { ...expect }
  const name = String(expect['error'])
  return { error: ERROR_CODES[name] ?? name }
}

function zoneOf({ availability_zone: text, conf, release }: RequestVector): unknown {
  const { core } = parseConf(conf, { release })
  try {
    const { zone, forceHosts, forceNodes } = parseAvailabilityZone(text, core.default_schedule_zone)
    return { availability_zone: zone, force_hosts: forceHosts, force_nodes: forceNodes }
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return { error: error.code }
  }
}
