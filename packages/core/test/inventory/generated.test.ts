import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const SCRIPT = new URL('../../../../scripts/compile-schemas.mjs', import.meta.url).href
const GENERATED = new URL('../../src/generated/validators.ts', import.meta.url)

describe('the validators', () => {
  it('are those that the schemas compile to', async () => {
    const { generate } = (await import(SCRIPT)) as { generate: () => Promise<string> }
    expect(await generate()).toBe(readFileSync(GENERATED, 'utf8'))
  })
})
