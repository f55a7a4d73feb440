/** Answers kept at most; more distinct questions than this are a sign of keys that never come back. */
const LIMIT = 20_000

/**
 * The function with its answers remembered by argument, where that is a text or a number. What it throws is thrown again,
 * never remembered.
 */
export function cached<K, V>(compute: (key: K) => V): (key: K) => V {
  const answers = new Map<K, V>()
  return (key) => {
    let answer = answers.get(key)
    if (answer === undefined) {
      answer = compute(key)
      if (typeof key !== 'string' && typeof key !== 'number') return answer
      if (answers.size >= LIMIT) answers.clear()
      answers.set(key, answer)
    }
    return answer
  }
}
