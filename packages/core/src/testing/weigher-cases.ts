import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { ErrorCode } from '../errors.ts'
import type { HostFields } from '../plugin/host.ts'
import type { Weigher } from '../plugin/weigher.ts'
import { runWeighers, type Weighed } from '../weigh/run.ts'
import { weigherAtWork } from '../weigh/weigher-at-work.ts'
import { aHost, aRequest, type RequestOverrides } from './builders.ts'
import { causeOf } from './cause.ts'
import { testEnv, type TestEnv } from './env.ts'
import type { NamedTest } from './filter-cases.ts'

/** Hosts to weigh, and what must come of it, in the order of the hosts. */
export interface WeigherCase extends TestEnv {
  readonly name: string
  readonly hosts: readonly Partial<HostFields>[]
  readonly request?: RequestOverrides
  readonly raw?: readonly number[]
  /** Normalised and multiplied. */
  readonly weights?: readonly number[]
  /** The cause of the fault, where weighing must break. */
  readonly fault?: ErrorCode
}

/** Tests of a weigher through the engine's own runner, normalisation included. */
export function weigherCases(weigher: Weigher, cases: readonly WeigherCase[]): readonly NamedTest[] {
  return cases.map((one) => ({ name: one.name, run: async () => check(weigher, one) }))
}

function check(weigher: Weigher, one: WeigherCase): void {
  if (one.fault !== undefined) {
    strictEqual(faultOf(weigher, one), one.fault)
    return
  }
  const { columns, weights } = weigh(weigher, one)
  if (one.raw !== undefined) deepStrictEqual([...(columns[0]?.raw ?? [])], [...one.raw])
  if (one.weights !== undefined) deepStrictEqual([...weights], [...one.weights])
}

function weigh(weigher: Weigher, one: WeigherCase): Weighed {
  const hosts = one.hosts.map((fields, index) => aHost({ host: `host-${index + 1}`, ...fields }))
  const env = testEnv(weigher.options, one)
  const round = { request: aRequest(one.request), hosts, instance: 0, rules: env.rules }
  return runWeighers([weigherAtWork(weigher, env)], [...hosts.keys()], round)
}

function faultOf(weigher: Weigher, one: WeigherCase): string {
  try {
    weigh(weigher, one)
    return 'no fault'
  } catch (error) {
    return causeOf(error)
  }
}
