/** Names of what is shared. */
const names = new WeakMap<object, string>()
let named = 0

/** So many are kept: what is more has most likely come once. */
const MOST_KNOWN = 1000

/** Shares what is made of equal sources: hosts and instances are many, kinds of them few. It is not to be changed. */
export class Shared<T extends object> {
  readonly #made = new Map<string, T>()

  /** What was made of an equal text before, or is made now. */
  of(text: string, make: () => T): T {
    let made = this.#made.get(text)
    if (made === undefined) {
      made = make()
      if (this.#made.size >= MOST_KNOWN) this.#made.clear()
      this.#made.set(text, made)
      if (!names.has(made)) names.set(made, `shared ${(named += 1)}`)
    }
    return made
  }

  /** The same for an equal map of texts; what is made of one that holds anything else is not shared. */
  ofMap(map: object, make: () => T): T {
    if (!Object.values(map).every((value) => typeof value === 'string')) return make()
    return this.of(JSON.stringify(map), make)
  }
}

/** What is shared by those who go by the same rules. */
export function sharedBy<R extends object, T extends object>(): (rules: R) => Shared<T> {
  const byRules = new WeakMap<R, Shared<T>>()
  return (rules) => {
    let shared = byRules.get(rules)
    if (shared === undefined) byRules.set(rules, (shared = new Shared()))
    return shared
  }
}

/** A short name of something shared, which nothing else has; undefined for what is not shared. */
export function sharedName(made: object): string | undefined {
  return names.get(made)
}
