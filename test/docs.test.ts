import { describe, expect, test } from 'vitest'
import { documents, followDocument, readDocument, sampleConf } from '../scripts/lib/documents.mjs'

describe('documents hold for whoever follows them (npm run docs writes the outputs anew)', () => {
  test.each(documents())('%s', async (name) => {
    const { text, problems } = await followDocument(name)
    expect(problems).toEqual([])
    expect(text).toBe(readDocument(name))
  })
})

test('nova.conf.example is what conf sample prints', () => {
  expect(sampleConf()).toBe(readDocument('nova.conf.example'))
})
