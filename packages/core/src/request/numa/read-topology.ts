import { NovaSchedError } from '../../errors.ts'
import type { CpuPolicy, CpuTopology, InstanceCell, InstanceTopology } from '../../plugin/numa/topology.ts'
import { pathText, type Path } from '../../util/documents/path.ts'
import { inWords } from '../../util/documents/value-words.ts'
import { deepFreeze } from '../../util/freeze.ts'
import { CPU_POLICIES, EMULATOR_POLICIES, THREAD_POLICIES } from './policies.ts'

/** A value of Nova's form, and where it stands. */
interface Place {
  readonly value: unknown
  readonly path: Path
}

/**
 * A topology from the form in which Nova hands it on, of any release: a map, its JSON text, or a versioned object
 * (`nova_object.data`), as over RPC. Frozen.
 *
 * A cell whose `cpu_pinning_raw` is not null, and which names no policy, is pinned as a whole. Of plain maps
 * `cpu_topology` is not read: Nova drops it too.
 * @param path - where the value stands, for errors
 * @returns null for nothing: null, a missing value, an empty text or map
 * @throws REQUEST_INVALID with the path of the first value that does not fit
 */
export function readNumaTopology(value: unknown, path: Path = ['numa_topology']): InstanceTopology | null {
  const read = { value: typeof value === 'string' ? parsed(value, path) : value, path }
  if (read.value === null || read.value === undefined) return null
  if (Object.keys(mapAt(read)).length === 0) return null
  const topology = unwrapped(read)
  const cells = fieldOf(topology, 'cells')
  const emulator = fieldOf(topology, 'emulator_threads_policy')
  return deepFreeze({
    cells: listAt(cells).map(readCell),
    emulatorThreadsPolicy: orNull(emulator, (place) => oneOf(place, EMULATOR_POLICIES)),
  })
}

function readCell(written: Place): InstanceCell {
  const cell = unwrapped(written)
  const isVersioned = cell !== written
  const pinning = fieldOf(cell, 'cpu_pinning_raw')
  const policy = orNull(fieldOf(cell, 'cpu_policy'), (place) => oneOf(place, CPU_POLICIES))
  const cpuPolicy = policy ?? (isMissing(pinning) ? null : 'dedicated')
  return {
    id: wholeAt(fieldOf(cell, 'id')),
    ...readCpus(cell, cpuPolicy),
    memory: wholeAt(fieldOf(cell, 'memory')),
    pageSize: orNull(fieldOf(cell, 'pagesize'), wholeAt),
    cpuPolicy,
    cpuThreadPolicy: orNull(fieldOf(cell, 'cpu_thread_policy'), (place) => oneOf(place, THREAD_POLICIES)),
    cpuPinning: orNull(pinning, pairsAt) ?? [],
    cpuTopology: isVersioned ? orNull(fieldOf(cell, 'cpu_topology'), topologyAt) : null,
    reservedCpus: orNull(fieldOf(cell, 'cpuset_reserved'), cpusAt) ?? [],
  }
}

/** Before pinned CPUs had a list of their own, `cpuset` held them. */
function readCpus(cell: Place, policy: CpuPolicy | null): Pick<InstanceCell, 'cpuset' | 'pcpuset'> {
  const cpuset = cpusAt(fieldOf(cell, 'cpuset'))
  const pcpuset = fieldOf(cell, 'pcpuset')
  if (!isMissing(pcpuset)) return { cpuset, pcpuset: cpusAt(pcpuset) }
  return policy === 'dedicated' ? { cpuset: [], pcpuset: cpuset } : { cpuset, pcpuset: [] }
}

function topologyAt(written: Place): CpuTopology {
  const topology = unwrapped(written)
  const number = (name: string): number => wholeAt(fieldOf(topology, name))
  return { sockets: number('sockets'), cores: number('cores'), threads: number('threads') }
}

/** The fields of a versioned object, or the map itself. */
function unwrapped(written: Place): Place {
  const data = fieldOf(written, 'nova_object.data')
  return isMissing(data) ? written : data
}

function pairsAt(place: Place): InstanceCell['cpuPinning'] {
  const pairs = Object.keys(mapAt(place)).map((guest) => {
    const { path } = fieldOf(place, guest)
    const number = /^\d+$/.test(guest) ? Number(guest) : guest
    return [wholeAt({ value: number, path }), wholeAt(fieldOf(place, guest))] as const
  })
  return pairs.sort(([a], [b]) => a - b)
}

function cpusAt(place: Place): readonly number[] {
  return [...new Set(listAt(place).map(wholeAt))].sort((a, b) => a - b)
}

function wholeAt(place: Place): number {
  return Number.isInteger(place.value) ? (place.value as number) : misfit(place, ['integer'])
}

function oneOf<P extends string>(place: Place, policies: readonly P[]): P {
  return policies.find((policy) => policy === place.value) ?? misfit(place, policies)
}

function listAt(place: Place): readonly Place[] {
  if (!Array.isArray(place.value)) return misfit(place, ['array'])
  return (place.value as readonly unknown[]).map((value, at) => ({ value, path: [...place.path, at] }))
}

function mapAt(place: Place): Readonly<Record<string, unknown>> {
  const { value } = place
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return misfit(place, ['object'])
  return value as Readonly<Record<string, unknown>>
}

function fieldOf(place: Place, name: string): Place {
  const map = mapAt(place)
  return { value: Object.hasOwn(map, name) ? map[name] : undefined, path: [...place.path, name] }
}

function orNull<T>(place: Place, read: (place: Place) => T): T | null {
  return isMissing(place) ? null : read(place)
}

function isMissing({ value }: Place): boolean {
  return value === null || value === undefined
}

function parsed(text: string, path: Path): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return misfit({ value: text, path }, ['a map', 'JSON text'])
  }
}

function misfit({ value, path }: Place, wanted: readonly string[]): never {
  const place = pathText(path)
  const problem = value === undefined ? 'is missing' : inWords(wanted, value)
  throw new NovaSchedError('REQUEST_INVALID', `${place}: ${problem}`, { path: place })
}
