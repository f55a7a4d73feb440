import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followDocument } from '../scripts/lib/documents.mjs'

const ROOT = join(import.meta.dirname, '..')

const block = (kind: string, ...lines: readonly string[]): string => ['```' + kind, ...lines, '```', ''].join('\n')
const OWN_FOLDER = block('console', '$ mkdir ~/cloud', '$ cd ~/cloud')
const FILTER = [
  "import { defineFilter } from '@nova-sched/core/plugin'",
  "export const F = defineFilter({ name: 'F', create: () => () => () => false })",
]
const EXAMPLE = 'examples/embedding/place.mjs'

test.each([
  ['a kind that nothing checks', block('text', 'whatever'), /page\.md:1: a block of kind 'text'/],
  ['no kind', block('', 'whatever'), /page\.md:1: a block of kind ''/],
  ['an indented block', 'Look:\n\n    $ nova-sched dry-run\n', /page\.md:3: an indented block/],
  ['a module that does not load', block('js', "import { defineFlter } from '@nova-sched/core/plugin'"), /defineFlter/],
  [
    'a module with types that do not fit',
    block('ts', "const one: number = 'one'"),
    /line 1 of the block: Type 'string'/,
  ],
  ['a file that is not there', block('js examples/no.mjs', '// none'), /examples\/no\.mjs is not there/],
  ['a file named by a comment', block('js', '// examples/no.mjs'), /examples\/no\.mjs is not there/],
  ['a file that the clone would get', block('js own.mjs', '// own'), /own\.mjs: name a file below examples/],
  ['a file that no command takes', OWN_FOLDER + block('ini nova.conf', '[DEFAULT]'), /:5: nova\.conf is used by no/],
  ['a nova.conf with a wrong value', block('ini', '[DEFAULT]', 'scheduler_max_attempts = three'), /"three" must be/],
  ['a nova.conf with a misspelt name', block('ini', '[DEFAULT]', 'scheduler_max_atempts = 3'), /did you mean/],
  ['an inventory that does not fit', block('yaml', 'hosts: [{ hots: a }]'), /hots/],
  ['a request that does not fit', block('yaml', 'flavor: small', 'cuont: 3'), /cuont/],
  ['JSON that is none', block('json', '{'), /neither an inventory/],
  ['a command that is not known', block('sh', 'curl example.com'), /curl example\.com: only /],
  ['a command behind a known one', block('console', '$ ls; rm -r ~'), /one plain command a line/],
  ['a command that fails', block('sh', 'nova-sched dry-rum'), /exit 2/],
  ['a script that there is not', block('sh', 'npm run dmeo'), /no such script/],
  ['a path that there is not', block('sh', 'npm install --global ./packages/cil'), /\.\/packages\/cil is not there/],
  ['an option that there is not', block('sh', 'nova-sched dry-run --inventroy a --watch'), /no option --inventroy/],
  ['output without a command', block('console', 'nova-sched dry-run'), /begins with a line/],
  ['a command that would change the clone', block('console', '$ mkdir cloud'), /would change the clone/],
])('%s is told', async (_, text, problem) => {
  const { problems } = await followDocument('page.md', text)
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(existsSync(join(ROOT, 'cloud'))).toBe(false)
})

test('commands run where the document has gone, on the files that it has written', async () => {
  const files = [
    block('js', '// f.mjs', ...FILTER),
    block('ini', '# nova.conf', '[DEFAULT]', 'scheduler_available_filters = ./f.mjs', 'scheduler_default_filters = F'),
    block('yaml', '# boot.yaml', 'flavor: { vcpus: 1, memory_mb: 1 }'),
    block('yaml cloud.yaml', 'hosts: [{ host: a, vcpus: 1, memory_mb: 1 }]'),
  ]
  const command =
    '$ nova-sched dry-run --config-file nova.conf \\\n    --inventory cloud.yaml --request boot.yaml | tail -3'
  const run = block('console', command, 'outdated', '', '$ echo $?', '0', '$ cat cloud.yaml')
  const { text, problems } = await followDocument('page.md', OWN_FOLDER + files.join('') + run)
  expect(problems).toEqual([])
  expect(text).toContain(`\nInstance 1: filters\nFILTER  BEFORE  AFTER\nF            1      0`)
  expect(text).toMatch(/\$ cat cloud\.yaml\nhosts: \[\{ host: a/)
})

test('a module is loaded as plugins are, TypeScript is compiled as a plugin author would', async () => {
  const { problems } = await followDocument('page.md', block('js', ...FILTER) + block('ts', ...FILTER))
  expect(problems).toEqual([])
})

test('paths are those of a reader', async () => {
  const text = OWN_FOLDER + block('console', '$ nova-sched inventory check ~/cloud/none.yaml', 'x')
  const { text: now } = await followDocument('page.md', text)
  expect(now).toContain('\nerror: ~/cloud/none.yaml: there is no such file\n')
  expect(now).not.toContain(ROOT)
})

test('a file of the examples is shown as it is', async () => {
  const { text, problems } = await followDocument('page.md', block(`js ${EXAMPLE}`, 'outdated'))
  expect(problems).toEqual([])
  expect(text).toBe(`\`\`\`js ${EXAMPLE}\n${readFileSync(join(ROOT, EXAMPLE), 'utf8')}\`\`\`\n`)
})

test('an empty line between two commands stays', async () => {
  const text = block('console', '$ echo one', 'one', '', '$ echo two', 'two')
  expect(await followDocument('page.md', text)).toEqual({ text, problems: [] })
})

test('lists may be indented', async () => {
  expect(await followDocument('page.md', '- one\n\n    and more of one\n')).toMatchObject({ problems: [] })
})

test('a table of the code is written anew', async () => {
  const { text, problems } = await followDocument('page.md', '<!-- table: rules -->\noutdated\n<!-- end of table -->\n')
  expect(problems).toEqual([])
  expect(text).toMatch(/^<!-- table: rules -->\n\n\| Since /)
  expect(text).not.toContain('outdated')
  expect(await followDocument('page.md', text)).toEqual({ text, problems: [] })
})

test.each([
  ['that there is not', '<!-- table: fliters -->\n<!-- end of table -->\n', 'page.md: there is no table fliters'],
  ['without an end', '<!-- table: rules -->\n', 'page.md: a table without its beginning or its end'],
])('a table %s is told', async (_, text, problem) => {
  expect(await followDocument('page.md', text)).toEqual({ text, problems: [problem] })
})
