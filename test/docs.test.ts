import { describe, expect, test } from 'vitest'
import { runCommand } from '../packages/cli/src/main.ts'
import { documents, readDocument, withOutputs } from '../scripts/lib/console-blocks.mjs'

describe('the examples in the documentation print what they say (npm run docs writes them anew)', () => {
  test.each(documents())('%s', async (name) => {
    const text = readDocument(name)
    expect(await withOutputs(text, runCommand)).toBe(text)
  })
})
