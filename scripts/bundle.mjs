// Makes few files of the many modules of the packages that every command loads: Node takes longer to find and read a
// module than to run it. What a package depends on stays outside, so that there is one of it for all; what it needs for
// its development only, and imports all the same, is taken in.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from './lib/setup.mjs'

/**
 * The entries of each package, by their path below `src` and `dist` without an ending; and its modules that are loaded
 * together, by the name of their file: all that the first of them needs, but for what stands in the files before.
 */
const BUNDLES = {
  core: {
    entries: ['index', 'plugin/index', 'testing/index', 'bench', 'docs'],
    together: { contract: 'plugin/index', engine: 'index' },
  },
  filters: { entries: ['index'], together: {} },
  weighers: { entries: ['index'], together: {} },
  cli: { entries: ['main'], together: { start: 'main', placing: 'commands/dry-run' } },
}

for (const [name, { entries, together }] of Object.entries(BUNDLES)) {
  const folder = join(ROOT, 'packages', name)
  const source = (module) => join(folder, 'src', `${module}.ts`)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, source(entry)])),
    platform: 'node',
    external: [/^node:/, ...Object.keys(dependencies).map((each) => new RegExp(`^${each}(/|$)`))],
  })
  const files = Object.entries(together).map(([file, module]) => [file, source(module)])
  const { output } = await build.generate({
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // In one folder with the entries: what a module says of its own place holds wherever it ends up.
    chunkFileNames: '[name].js',
    comments: { jsdoc: false, annotation: true, legal: true },
    codeSplitting: { groups: files.length === 0 ? [] : [{ debugName: 'together', name: firstToNeed(files) }] },
  })
  await build.close()
  const contents = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? inAscii(file.code) : file.source]),
  )
  const licences = licencesOf(output)
  if (licences !== '') contents.set('licences.txt', licences)
  replace(join(folder, 'dist'), contents)
}

/** Names the file of a module by the first that cannot do without it; null where all can. */
function firstToNeed(files) {
  const needs = new Map()
  return (id, graph) => {
    for (const [name, first] of needs.size === 0 ? files : []) {
      for (const module of neededBy(first, graph)) if (!needs.has(module)) needs.set(module, name)
    }
    return needs.get(id) ?? null
  }
}

function neededBy(first, graph) {
  const needed = new Set([first])
  for (const id of needed) for (const other of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(other)
  return needed
}

/** Node reads a module in ASCII faster; texts and patterns mean the same. */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The licences of the packages that were taken in. */
function licencesOf(output) {
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds)
  const packages = new Set(ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const texts = [...packages].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}`
  })
  return texts.join('\n\n')
}

/** Only what changed is written: somebody may be running the command. */
function replace(dist, contents) {
  for (const [name, content] of contents) {
    const file = join(dist, name)
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  for (const name of readdirSync(dist, { recursive: true })) {
    if (/\.js(\.map)?$/.test(name) && !contents.has(name)) rmSync(join(dist, name))
  }
}
