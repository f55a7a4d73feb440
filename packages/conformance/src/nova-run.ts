import { RESOLVE_FROM, type Replayed } from './files.ts'
import { generateScenario, type Question } from './generate/index.ts'
import { answered, type Oracle } from './oracle.ts'
import type { Scenario } from './scenario.ts'
import { checkScenario } from './vectors.ts'

/** Which scenarios are made. */
export interface NovaRun {
  readonly count: number
  readonly seed: number
  /** Index of the first of them. */
  readonly from: number
}

/** Scenarios that each process of Nova has before it, so that none waits for us. */
const AHEAD = 4

/** Makes scenarios, has the real Nova decide them, and compares; in the order of their indices. */
export async function* compareWithNova({ count, seed, from }: NovaRun, oracle: Oracle): AsyncGenerator<Replayed> {
  const ahead: Promise<Replayed>[] = []
  for (let index = from; index < from + count || ahead.length > 0;) {
    while (index < from + count && ahead.length < oracle.workers * AHEAD)
      ahead.push(compareOne(generateScenario(seed, index++), oracle))
    const first = ahead.shift()
    if (first !== undefined) yield await first
  }
}

async function compareOne(question: Question, oracle: Oracle): Promise<Replayed> {
  const { id } = question
  const expect = await oracle.decide(question).catch((error: unknown) => error)
  if (expect instanceof Error) return { id, ok: false, kind: 'Nova cannot be asked', detail: expect.message }
  const scenario = answered(question, expect as Scenario['expect'])
  return { ...(await checkScenario(scenario, RESOLVE_FROM)), scenario }
}
