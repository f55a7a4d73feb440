import { isNovaSchedError, type NovaSchedError } from '../../../src/errors.ts'
import type { InstanceTopology } from '../../../src/plugin/numa/topology.ts'
import { PYTHON_2, PYTHON_3 } from '../../../src/plugin/python.ts'
import type { DataMap } from '../../../src/plugin/request.ts'
import type { NumaAsk, NumaConstraintRules } from '../../../src/request/numa/index.ts'
import { EARLY_NUMA_CONSTRAINTS, LATER_NUMA_CONSTRAINTS, numaConstraints } from '../../../src/request/numa/index.ts'

/** A flavor of 4 CPUs and 1024 MiB that asks for something. */
export function asking(rules: NumaConstraintRules, extraSpecs: DataMap, image: DataMap | null = null): NumaAsk {
  const python = rules === EARLY_NUMA_CONSTRAINTS ? PYTHON_2 : PYTHON_3
  return { flavor: { vcpus: 4, memoryMb: 1024, extraSpecs }, image, rules, python }
}

/** What early releases make of it. */
export function early(extraSpecs: DataMap, image: DataMap | null = null): InstanceTopology | null {
  return numaConstraints(asking(EARLY_NUMA_CONSTRAINTS, extraSpecs, image))
}

/** What later releases make of it; the image is typed. */
export function later(extraSpecs: DataMap, image: DataMap | null = null): InstanceTopology | null {
  return numaConstraints(asking(LATER_NUMA_CONSTRAINTS, extraSpecs, image))
}

/** The error that something ends in. */
export function errorOf(run: () => unknown): NovaSchedError {
  try {
    run()
  } catch (error) {
    if (isNovaSchedError(error)) return error
    throw error
  }
  throw new Error('no error')
}

/** The class of Nova's exception that something ends in. */
export function refusal(run: () => unknown): unknown {
  return errorOf(run).details['novaError']
}

/** CPUs and memory of each cell; pinned CPUs behind a bar. */
export function shares(topology: InstanceTopology | null): readonly string[] | null {
  return topology?.cells.map((cell) => `${cell.cpuset.join()}|${cell.pcpuset.join()} ${cell.memory}`) ?? null
}
