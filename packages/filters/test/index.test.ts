import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as filters from '../src/index.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const sections = new Map(
  read('../../../docs/filters.md')
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section]),
)
const tests = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.ts') && name !== 'index.test.ts')
  .map((name) => read(name))

describe('the package of filters', () => {
  test('documents every filter, in alphabetical order', () => {
    expect([...sections.keys()]).toEqual(Object.keys(filters).sort())
  })

  test.each(Object.entries(filters))('%s is declared, documented and tested', (exportName, filter) => {
    const { name, help, classPath, options = {}, reasons = {} } = filter
    expect(name).toBe(exportName)
    expect(help).toMatch(/^[A-Z].*\.$/)
    expect(classPath).toMatch(new RegExp(`^nova\\.scheduler\\.filters\\.[a-z_]+\\.${name}$`))
    for (const [option, { help: optionHelp }] of Object.entries(options)) {
      expect(optionHelp, option).toMatch(/\.$/)
      expect(sections.get(name), option).toMatch(new RegExp(`\`(\\[\\w+\\] )?${option}\``))
    }
    for (const reason of Object.keys(reasons)) expect(sections.get(name), reason).toContain(`\`${reason}\``)
    expect(tests.some((text) => text.includes(`describe('${name}'`))).toBe(true)
  })
})
