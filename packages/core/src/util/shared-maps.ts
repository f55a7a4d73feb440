/** Names of what is shared. */
const names = new WeakMap<object, string>()
let named = 0

/** So many are kept: what is more has most likely come once. */
const MOST_KNOWN = 1000

/** Shares what is made of equal maps of texts: instances are many, flavors and images few. */
export class SharedMaps<T extends object> {
  readonly #made = new Map<string, T>()

  /**
   * What was made of an equal map before, or is made now. It is not to be changed.
   *
   * @param source - what is made of a map that holds more than texts is not shared
   */
  of(source: object, make: () => T): T {
    if (!Object.values(source).every((value) => typeof value === 'string')) return make()
    const text = JSON.stringify(source)
    let made = this.#made.get(text)
    if (made === undefined) {
      made = make()
      if (this.#made.size >= MOST_KNOWN) this.#made.clear()
      this.#made.set(text, made)
      if (!names.has(made)) names.set(made, `shared ${(named += 1)}`)
    }
    return made
  }
}

/** A short name of something shared, which nothing else has; undefined for what is not shared. */
export function sharedName(made: object): string | undefined {
  return names.get(made)
}
