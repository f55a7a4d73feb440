import { whyMissing, type Kind } from './programs.ts'

/** What a test runner calls a group of tests: Vitest's `describe`, for one. */
export interface Describe {
  (title: string, body: () => void): unknown
  skip(title: string, body: () => void): unknown
}

/**
 * A group of tests that needs servers or programs of the machine: `describeWith(describe, ['zookeeper'], 'title', …)`.
 * Without them it is skipped, and its title says why; with CI=true it fails.
 */
export function describeWith(describe: Describe, kinds: readonly Kind[], title: string, body: () => void): void {
  const missing = kinds.flatMap((kind) => whyMissing(kind) ?? [])
  if (missing.length === 0) {
    describe(title, body)
    return
  }
  const reason = missing.join('; ')
  if (process.env['CI'] === 'true') {
    describe(title, () => {
      throw new Error(reason)
    })
  } else {
    describe.skip(`${title} (skipped: ${reason})`, body)
  }
}
