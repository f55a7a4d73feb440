import { describe, expect, test } from 'vitest'
import { CONF_CHECKS } from '../../src/conf-check/index.ts'
import { FILTERS } from './cases/filters.ts'
import { OTHERS } from './cases/others.ts'
import { PLUGINS } from './cases/plugins.ts'
import { READING } from './cases/reading.ts'
import { checkText, findingsOf, GOOD } from './checking.ts'

/** Every code has a case; `no-file` has no text, and a test of its own. */
const CASES = [...READING, ...PLUGINS, ...FILTERS, ...OTHERS]

describe.each(CASES)('$code: $name', (each) => {
  test('is found, with its place, why it matters and what to write', async () => {
    const found = await findingsOf(each.code, each.fires, each.with)
    expect(found).not.toEqual([])
    const [finding] = found
    expect(finding?.line ?? null).toBe(each.line)
    expect(finding?.message).not.toBe('')
    expect(finding?.why).toMatch(/\.$/)
    expect(finding?.fix).toMatch(/^[A-Z].+[^ ]$/)
  })

  test('is not found about its neighbour', async () => {
    expect(await findingsOf(each.code, each.not, each.notWith ?? neighbour(each.with))).toEqual([])
  })
})

/** A file or folder that is not there is the difference itself. */
function neighbour(checking: (typeof CASES)[number]['with']): (typeof CASES)[number]['with'] {
  if (checking?.configFiles === undefined && checking?.configDirs === undefined) return checking
  return {}
}

test('every code has a case', () => {
  const codes = [...new Set(CASES.map(({ code }) => code)), 'no-file']
  expect(codes.toSorted()).toEqual(Object.keys(CONF_CHECKS).toSorted())
})

test.each([
  ['kilo', GOOD],
  ['zed', '[DEFAULT]\n'],
  ['2026.1', '[DEFAULT]\n'],
])('there is nothing to say of a good file of %s', async (release, text) => {
  expect((await checkText(text, { release })).findings).toEqual([])
})
