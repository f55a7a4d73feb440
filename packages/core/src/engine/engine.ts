import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { prepareFilter } from '../filter/prepare.ts'
import { checkVerdict, isAsked } from '../filter/run.ts'
import { Budget, Remembered } from '../memory/budget.ts'
import { Answer, Memory, type FieldKey } from '../memory/memory.ts'
import { fieldKey } from '../memory/request-key.ts'
import { newRecorder, OF_INSTANCE, type ReadRecorder } from '../memory/request-view.ts'
import type { HostTest } from '../plugin/filter.ts'
import { holdersOf } from '../plugin/holders.ts'
import type { Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import { prepareWeigher } from '../weigh/run.ts'
import type { WeigherAtWork } from '../weigh/weigher-at-work.ts'
import type { HostTable } from '../hosts/host-table.ts'
import { InstanceIndex } from '../hosts/instance-index.ts'
import { PreparedRequests } from './prepared-requests.ts'
import { Ranking } from './ranking.ts'
import { RankingOrder } from './ranking-order.ts'
import { VerdictColumn } from './verdict-column.ts'
import { WeightColumn } from './weight-column.ts'

/** As many as a byte tells apart. */
const MOST_FILTERS = 255
/** Of the memory, the part for keys of requests. */
const SHARE_OF_KEYS = 1 / 16
/** Bytes that a ranking takes beside its key and what it ranks. */
const RANKING_OVERHEAD = 512

/** What plugins prepared for a request, in the order of the plugins. */
export interface Prepared {
  /** Null: every place passes. */
  readonly filters: readonly (VerdictColumn | null)[]
  readonly weighers: readonly WeightColumn[]
  /** The same for the same columns. */
  readonly key: string
  /** What the columns are remembered as. */
  readonly answers: readonly Remembered[]
  /** A plugin is volatile: it is asked anew for every instance. */
  readonly holdsOnce: boolean
}

class RememberedRanking extends Remembered {
  readonly ranking: Ranking

  constructor(ranking: Ranking, bytes: number, forget: () => void) {
    super(bytes, forget)
    this.ranking = ranking
  }
}

/** Whose answers are remembered, and by which rules. */
export interface EngineParts {
  readonly filters: readonly FilterAtWork[]
  readonly weighers: readonly WeigherAtWork[]
  readonly rules: Rules
}

/** Remembers what plugins said of the places of one table, and the rankings that come of it. */
export class Engine {
  readonly #filters: readonly FilterAtWork[]
  readonly #weighers: readonly WeigherAtWork[]
  readonly #rules: Rules
  readonly #table: HostTable
  readonly #instances: InstanceIndex
  readonly #verdicts: readonly Memory<VerdictColumn | null>[]
  readonly #weights: readonly Memory<WeightColumn>[]
  readonly #budget: Budget
  readonly #rankings = new Map<string, RememberedRanking>()
  readonly #numbers = new WeakMap<object, number>()
  #numbered = 0
  #latest: RememberedRanking | null = null
  /** The ranking that was asked last, remembered or not: others go on from it. */
  #asked: Ranking | null = null
  readonly #prepared: PreparedRequests<Prepared>
  readonly #isVolatile: boolean
  /** A plugin looks at other hosts: what it prepared holds as long as none of them changes. */
  #looksAtHosts = false

  /** @param bytes - how much memory answers may take, about */
  constructor({ filters, weighers, rules }: EngineParts, table: HostTable, bytes: number) {
    this.#filters = filters
    this.#weighers = weighers
    this.#rules = rules
    this.#table = table
    this.#instances = new InstanceIndex(table)
    this.#budget = new Budget(bytes)
    this.#isVolatile = [...filters, ...weighers].some(({ definition }) => definition.volatile === true)
    const prepared = new PreparedRequests<Prepared>(this.#fieldKey, bytes * SHARE_OF_KEYS)
    this.#prepared = prepared
    this.#verdicts = filters.map(() => new Memory(this.#budget, this.#fieldKey, () => prepared.forget()))
    this.#weights = weighers.map(() => new Memory(this.#budget, this.#fieldKey, () => prepared.forget()))
  }

  /** Whether these filters can be asked here: none has to wait for something. */
  static serves(filters: readonly FilterAtWork[]): boolean {
    return filters.length < MOST_FILTERS && filters.every(({ parts }) => parts.load === undefined)
  }

  /**
   * What plugins prepare for a request, or prepared for one that agrees with it in all that they read.
   *
   * @param isLater - filters that run once a request are not asked
   * @throws what a plugin throws
   */
  prepare(request: Request, isLater: boolean): Prepared {
    const known = this.#prepared.recall(request, isLater)
    if (known !== undefined) return known
    const filters = this.#filters.map((filter, at) => this.#verdictsOf(filter, at, request, isLater))
    const weighers = this.#weighers.map((weigher, at) => this.#weightsOf(weigher, at, request))
    const answers = [...filters, ...weighers].filter((answer) => answer !== null)
    const made = {
      filters: filters.map((answer) => answer?.prepared ?? null),
      weighers: weighers.map(({ prepared }) => prepared),
      answers,
      holdsOnce: this.#isVolatile,
    }
    const columns = [...made.filters, ...made.weighers].map((column) => this.#numberOf(column)).join()
    const prepared = { ...made, key: columns }
    if (!this.#looksAtHosts && !made.holdsOnce) this.#prepared.keep(request, isLater, prepared)
    return prepared
  }

  /** The ranking for what plugins prepared, shared by all requests for which they prepared the same. */
  shared(prepared: Prepared): Ranking {
    const { key, answers, holdsOnce } = prepared
    if (holdsOnce) return this.#goingOn(this.#make(prepared, null))
    const known = this.#rankings.get(key)
    if (known !== undefined && known === this.#latest) return this.#goingOn(known.ranking)
    if (known === undefined) this.#latest = this.#remember(key, this.#make(prepared, null))
    else this.#budget.use((this.#latest = known))
    // A ranking goes before the columns that it is made of: without them it would still hold their memory.
    for (const answer of answers) this.#budget.use(answer)
    return this.#goingOn(this.#latest.ranking)
  }

  /** A ranking for one request of several instances, which goes its own way. */
  own(prepared: Prepared): Ranking {
    const order = this.#rules.rankingOrdersNextRound ? new RankingOrder(this.#table.hosts.length) : null
    return this.#goingOn(this.#make(prepared, order))
  }

  /** A plugin broke: what was made of its answers is worth nothing. */
  forgetRankings(): void {
    for (const known of this.#rankings.values()) this.#budget.remove(known)
    this.#rankings.clear()
    this.#latest = null
    this.#asked = null
  }

  #remember(key: string, ranking: Ranking): RememberedRanking {
    const forget = (): void => void this.#rankings.delete(key)
    const made = new RememberedRanking(ranking, ranking.bytes + 2 * key.length + RANKING_OVERHEAD, forget)
    this.#rankings.set(key, made)
    this.#budget.add(made)
    return made
  }

  #make({ filters, weighers }: Prepared, order: RankingOrder | null): Ranking {
    const remembers = this.#rules.extremesAreRemembered
    return new Ranking({ table: this.#table, filters, weighers, remembers }, order)
  }

  #goingOn(ranking: Ranking): Ranking {
    if (this.#asked !== null) ranking.goOnFrom(this.#asked)
    this.#asked = ranking
    return ranking
  }

  /** Null: every place passes, as nobody is asked. */
  #verdictsOf(
    filter: FilterAtWork,
    at: number,
    request: Request,
    isLater: boolean,
  ): Answer<VerdictColumn | null> | null {
    if (isLater && filter.definition.oncePerRequest === true) return null
    if (!isAsked(filter.definition, request, this.#rules)) return null
    const memory = this.#verdicts[at] as Memory<VerdictColumn | null>
    const { hosts, version } = this.#table
    const isVolatile = filter.definition.volatile === true
    const known = isVolatile ? undefined : memory.recall(request, version)
    if (known !== undefined) return known
    const recorder = newRecorder()
    const test = prepareFilter(filter, { request, hosts, hostsOf: this.#hostsOf }, undefined, recorder)
    const prepared = test === null ? null : this.#columnOf(test, filter)
    if (isVolatile) return new Answer(prepared, null)
    this.#note(recorder)
    return memory.keep(request, version, recorder, { prepared, bytes: prepared?.codes.byteLength ?? 0 })
  }

  #columnOf(test: HostTest, filter: FilterAtWork): VerdictColumn {
    const doubtful = holdersOf(test)?.flatMap((uuid) => this.#instances.placesOf(uuid))
    return new VerdictColumn(test, (verdict) => checkVerdict(verdict, filter), this.#table, doubtful)
  }

  #weightsOf(weigher: WeigherAtWork, at: number, request: Request): Answer<WeightColumn> {
    const memory = this.#weights[at] as Memory<WeightColumn>
    const { hosts, version } = this.#table
    const isVolatile = weigher.definition.volatile === true
    const known = isVolatile ? undefined : memory.recall(request, version)
    if (known !== undefined) return known
    const recorder = newRecorder()
    const weigh = prepareWeigher(weigher, { request, hosts, hostsOf: this.#hostsOf }, recorder)
    const prepared = new WeightColumn(weigh, weigher, !this.#rules.extremesAreRemembered, this.#table)
    if (isVolatile) return new Answer(prepared, null)
    this.#note(recorder)
    return memory.keep(request, version, recorder, { prepared, bytes: prepared.bytes })
  }

  /** What a plugin has read tells requests apart from now on. */
  #note({ fields, hosts }: ReadRecorder): void {
    this.#prepared.note(fields)
    if (!hosts) return
    this.#looksAtHosts = true
    this.#prepared.forget()
  }

  readonly #hostsOf = (uuid: string): readonly string[] => this.#instances.hostsOf(uuid)

  readonly #fieldKey: FieldKey = (request, field) => {
    if (field !== OF_INSTANCE) return fieldKey(request, field)
    return request.uuid === null ? '' : this.#hostsOf(request.uuid).join()
  }

  #numberOf(column: object | null): number {
    if (column === null) return 0
    let number = this.#numbers.get(column)
    if (number === undefined) this.#numbers.set(column, (number = this.#numbered += 1))
    return number
  }
}
