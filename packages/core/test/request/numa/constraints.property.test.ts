import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNovaSchedError } from '../../../src/errors.ts'
import type { InstanceTopology } from '../../../src/plugin/numa/topology.ts'
import { PYTHON_2, PYTHON_3 } from '../../../src/plugin/python.ts'
import {
  EARLY_NUMA_CONSTRAINTS,
  LATER_NUMA_CONSTRAINTS,
  novaNumaTopology,
  numaConstraints,
  readNumaTopology,
  type NumaAsk,
} from '../../../src/request/numa/index.ts'

const NAMES = [
  ...['numa_nodes', 'numa_cpus.0', 'numa_cpus.1', 'numa_mem.0', 'numa_mem.1', 'numa_cpus', 'numa_mem'],
  ...['mem_page_size', 'cpu_policy', 'cpu_thread_policy', 'cpu_realtime', 'cpu_realtime_mask', 'cpu_dedicated_mask'],
  ...['emulator_threads_policy', 'locked_memory', 'pmem', '__proto__'],
]
const KEYS = [
  ...NAMES.flatMap((name) => [`hw:${name}`, `hw_${name}`]),
  ...['resources:PCPU', 'resources1:VCPU', 'trait:HW_CPU_HYPERTHREADING', 'traits_required'],
]
const WORDS = fc.constantFrom(
  ...['1', '2', '4', '0-1', '2-3', '^0', '0-3', '1024', '512', 'any', '2MB', 'true', '', 'x', '-1', '0-999999999'],
  ...['dedicated', 'shared', 'mixed', 'prefer', 'isolate', 'share', 'required'],
)
const values = fc.dictionary(
  fc.constantFrom(...KEYS),
  fc.oneof({ weight: 9, arbitrary: WORDS }, { weight: 1, arbitrary: fc.anything({ withNullPrototype: true }) }),
)
const RELEASES = [
  { rules: EARLY_NUMA_CONSTRAINTS, python: PYTHON_2 },
  { rules: LATER_NUMA_CONSTRAINTS, python: PYTHON_3 },
]
const asked = fc.record({
  flavor: fc.record({
    vcpus: fc.oneof(fc.constantFrom(1, 2, 4), fc.integer()),
    memoryMb: fc.constantFrom(1024, 512, 1, 0),
    extraSpecs: values,
  }),
  image: fc.option(values),
  release: fc.constantFrom(...RELEASES),
})
const asks: fc.Arbitrary<NumaAsk> = asked.map(({ release, ...ask }) => ({ ...ask, ...release }))

/** Null also for what is refused: any other error is a fault of ours. */
function topologyOf(ask: NumaAsk): InstanceTopology | null {
  try {
    return numaConstraints(ask)
  } catch (error) {
    expect(isNovaSchedError(error), String(error)).toBe(true)
    return null
  }
}

test('whatever is asked for, every CPU and MiB is given once, and the form reads back', () => {
  fc.assert(
    fc.property(asks, (ask) => {
      const topology = topologyOf(ask)
      if (topology === null || topology.cells.length === 0) return
      const cpus = topology.cells.flatMap((cell) => [...cell.cpuset, ...cell.pcpuset])
      expect(cpus.sort((a, b) => a - b)).toEqual(Array.from({ length: ask.flavor.vcpus }, (_, cpu) => cpu))
      expect(topology.cells.reduce((sum, { memory }) => sum + memory, 0)).toBe(ask.flavor.memoryMb)
      const form = novaNumaTopology(topology, ask.rules)
      expect(readNumaTopology(form)).toEqual(topology)
      expect(readNumaTopology(JSON.stringify(form))).toEqual(topology)
    }),
    { numRuns: 2000 },
  )
})

test('what is no topology is refused by name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), fc.json()), (value) => {
      expect(outcomeOf(value)).toBeOneOf(['none', 'cells', 'REQUEST_INVALID'])
    }),
  )
})

function outcomeOf(value: unknown): string {
  try {
    return readNumaTopology(value) === null ? 'none' : 'cells'
  } catch (error) {
    return isNovaSchedError(error) ? error.code : String(error)
  }
}
