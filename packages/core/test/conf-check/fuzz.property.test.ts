import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONF_CHECKS } from '../../src/conf-check/index.ts'
import { CORE_OPTIONS } from '../../src/conf/options/index.ts'
import { RELEASES } from '../../src/releases.ts'
import { checkText, GOOD_FILTERS } from './checking.ts'

const NAMES = Object.values(CORE_OPTIONS).flatMap(({ names }) => names.map(({ group, name }) => ({ group, name })))
const WORDS = [
  '',
  '0',
  '-1',
  '1.5',
  'x',
  'true',
  '$host',
  '# x',
  ',',
  '"',
  'nova.scheduler.filters.all_filters',
  'a.B',
  './x.mjs',
  '__proto__',
  GOOD_FILTERS,
  'constructor:x',
  'RamFilter',
]

const value = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.array(fc.constantFrom(...WORDS)).map((words) => words.join(',')),
  fc.string(),
)
const assignment = fc
  .tuple(fc.constantFrom(...NAMES), value)
  .map(([{ group, name }, text]) => `[${group}]\n${name} = ${text}\n`)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(assignment, fc.string())).map((parts) => parts.join('\n')),
)

test('whatever a file says, it is checked to the end', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(undefined, ...RELEASES), fc.boolean(), async (written, release, strict) => {
      const { findings } = await checkText(written.replaceAll('/dev/', ''), { release, strict })
      for (const { code, level, message, why, fix } of findings) {
        expect(Object.keys(CONF_CHECKS)).toContain(code)
        expect(['error', 'warning', 'hint']).toContain(level)
        expect([message, why, fix]).not.toContain('')
      }
    }),
    { numRuns: 300 },
  )
})
