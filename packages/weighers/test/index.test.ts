import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as weighers from '../src/index.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const sections = new Map(
  read('../../../docs/weighers.md')
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section]),
)
const tests = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.ts') && name !== 'index.test.ts')
  .map((name) => read(name))

describe('the package of weighers', () => {
  test('documents every weigher, in alphabetical order', () => {
    expect([...sections.keys()]).toEqual(Object.keys(weighers).sort())
  })

  test.each(Object.entries(weighers))('%s is declared, documented and tested', (exportName, weigher) => {
    const { name, help, classPath, options = {}, multiplier } = weigher
    expect(name).toBe(exportName)
    expect(help).toMatch(/^[A-Z].*\.$/)
    expect(classPath).toMatch(new RegExp(`^nova\\.scheduler\\.weights\\.[a-z_]+\\.${name}$`))
    expect(Object.keys(options)).toContain(multiplier?.option)
    for (const [option, { help: optionHelp }] of Object.entries(options)) {
      expect(optionHelp, option).toMatch(/\.$/)
      expect(sections.get(name), option).toContain(`\`${option}\``)
    }
    expect(tests.some((text) => text.includes(`describe('${name}'`))).toBe(true)
  })
})
