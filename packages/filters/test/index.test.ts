import { readdirSync, readFileSync } from 'node:fs'
import { testEnv } from '@nova-sched/core/testing'
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
    for (const word of [...Object.keys(reasons), ...(filter.hints ?? [])]) {
      expect(sections.get(name), word).toContain(`\`${word}\``)
    }
    expect(tests.some((text) => text.includes(`describe('${name}'`))).toBe(true)
  })

  test.each(Object.values(filters).filter(({ name }) => !name.startsWith('Base')))(
    '$name says in its documentation what lets a host in, if anything does',
    (filter) => {
      const parts = filter.create(testEnv(filter.options, {}))
      const hasChanges = typeof parts === 'object' && parts.changes !== undefined
      expect(sections.get(filter.name)?.includes('- Lets a host in: ')).toBe(hasChanges)
    },
  )

  test('says which hints, aggregate keys and resources each filter is about', () => {
    const of = (field: 'hints' | 'aggregateKeys' | 'resources'): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(filters).flatMap(([name, filter]) => (filter[field] ? [[name, filter[field]]] : [])),
      )
    expect(of('hints')).toEqual({
      DifferentHostFilter: ['different_host'],
      JsonFilter: ['query'],
      SameHostFilter: ['same_host'],
      ServerGroupAffinityFilter: ['group'],
      ServerGroupAntiAffinityFilter: ['group'],
      SimpleCIDRAffinityFilter: ['build_near_host_ip', 'cidr'],
    })
    expect(of('aggregateKeys')).toEqual({
      AggregateImagePropertiesIsolation: 'any',
      AggregateMultiTenancyIsolation: ['filter_tenant_id'],
      AggregateTypeAffinityFilter: ['instance_type'],
    })
    expect(of('resources')).toEqual({
      AggregateCoreFilter: ['vcpus'],
      AggregateDiskFilter: ['disk'],
      AggregateRamFilter: ['memory'],
      CoreFilter: ['vcpus'],
      DiskFilter: ['disk'],
      ExactCoreFilter: ['vcpus'],
      ExactDiskFilter: ['disk'],
      ExactRamFilter: ['memory'],
      RamFilter: ['memory'],
    })
  })
})
