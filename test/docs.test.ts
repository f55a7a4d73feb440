import { describe, expect, test } from 'vitest'
import { runCommand } from '../packages/cli/src/main.ts'
import { documents, readDocument, sampleConf, withOutputs } from '../scripts/lib/console-blocks.mjs'

describe('the examples in the documentation print what they say (npm run docs writes them anew)', () => {
  test.each(documents())('%s', async (name) => {
    const text = readDocument(name)
    expect(await withOutputs(text, runCommand)).toBe(text)
  })
})

test('nova.conf.example is what conf sample prints', async () => {
  expect(await sampleConf(runCommand)).toBe(readDocument('nova.conf.example'))
})
