import type { DataMap, Flavor } from '../plugin/request.ts'
import { dataMapOf } from '../util/freeze.ts'

type Json = Readonly<Record<string, unknown>>

/** The flavor of a request; null when it carries none. */
export function readFlavor(value: unknown): Flavor | null {
  if (typeof value !== 'object' || value === null) return null
  const flavor = value as Json
  return {
    id: (flavor['id'] ?? null) as number | string | null,
    name: textOrNull(flavor['name']) ?? '',
    memoryMb: numberOr0(flavor['memory_mb']),
    vcpus: numberOr0(flavor['vcpus']),
    rootGb: numberOr0(flavor['root_gb']),
    ephemeralGb: numberOr0(flavor['ephemeral_gb']),
    swapMb: numberOr0(flavor['swap']),
    extraSpecs: mapOrNull(flavor['extra_specs']) as DataMap<string> | null,
  }
}

/** What is read by names that are known beforehand; null for what is no map or list. */
export function recordOf(value: unknown): Json | null {
  return typeof value === 'object' ? (value as Json | null) : null
}

/** A copy without a prototype, of a map whose names may be any; null for anything else. */
export function mapOrNull(value: unknown): DataMap | null {
  return typeof value === 'object' && value !== null ? dataMapOf(value) : null
}

/** A list; empty for anything else. */
export function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...(value as string[])] : []
}

/** A text; null for anything else. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A number; 0 for anything else. */
export function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
