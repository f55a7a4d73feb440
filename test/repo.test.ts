import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../packages/core/src/errors.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

test('docs/errors.md explains exactly the codes that there are, with their exit codes', () => {
  const sections = read('docs/errors.md').split(/^## /m).slice(1)
  const documented = sections.flatMap((section) => {
    const exit = /exit (\d)/.exec(section.split('\n', 1)[0] ?? '')?.[1]
    return Array.from(section.matchAll(/^\| `([A-Z_]+)` *\|(?: +(\d) +\|)?/gm), (row) => [
      row[1],
      Number(row[2] ?? exit ?? 3),
    ])
  })
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { exit }]) => [code, exit])),
  )
})

describe('the repository', () => {
  const manifest = (
    name: string,
  ): { dependencies?: Record<string, string>; devDependencies?: Record<string, string> } =>
    JSON.parse(read(name)) as ReturnType<typeof manifest>
  const manifests = [
    'package.json',
    ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`),
  ]

  test.each(manifests)('%s pins its dependencies', (name) => {
    const { dependencies = {}, devDependencies = {} } = manifest(name)
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('the lock file holds no addresses', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http/)
  })

  test('links between documents lead somewhere', () => {
    const documents = [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'examples/plugins/README.md',
      ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
    ]
    for (const name of documents) {
      for (const [, link] of read(name).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        expect(() => readdirOrFile(join(ROOT, name, '..', link as string)), `${name}: ${link}`).not.toThrow()
      }
    }
  })
})

function readdirOrFile(path: string): void {
  try {
    readdirSync(path)
  } catch {
    readFileSync(path)
  }
}
