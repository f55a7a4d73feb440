import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkConf } from '../../src/conf-check/index.ts'
import { RELEASES } from '../../src/releases.ts'
import { IN_TREE } from '../scheduling.ts'

const FOLDER = join(import.meta.dirname, '../../../../../shared/confs')
const isThere = existsSync(FOLDER)

/** Errors that are about plugins which are not ours. */
const FOREIGN = new Set(['python-class', 'class-path', 'filter-unknown'])

interface Parsed {
  readonly file: string
  readonly error?: string
}

const parsed = isThere
  ? readFileSync(join(FOLDER, 'parsed.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Parsed)
  : []

describe.skipIf(!isThere)('the files of the field', () => {
  test('are all there', () => {
    expect(parsed).toHaveLength(readdirSync(FOLDER).filter((name) => name.endsWith('.conf')).length)
  })

  test.each(parsed)(
    '$file has no error but what the real parser, or a foreign plugin, has',
    async ({ file, error }) => {
      const report = await checkConf({ configFiles: [file], cwd: FOLDER, home: null, resolveFrom: [IN_TREE] })
      const codes = report.findings.filter(({ level }) => level === 'error').map(({ code }) => code)
      if (error === undefined) expect(codes.filter((code) => !FOREIGN.has(code))).toEqual([])
      else expect(report.findings.some(({ code }) => code === 'syntax' || code === 'no-section')).toBe(true)
    },
  )

  test.each(RELEASES)('can be checked as %s', async (release) => {
    for (const { file } of parsed) {
      const report = await checkConf({ configFiles: [file], cwd: FOLDER, home: null, release, resolveFrom: [IN_TREE] })
      expect(report.release).toBe(release)
      for (const { message, why, fix } of report.findings) expect([message, why, fix]).not.toContain('')
    }
  })
})
