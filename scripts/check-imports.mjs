// Who may import what (design: packages). Prints each offence as file:line: rule, and fails when there is one.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, dirname } from 'node:path'
import { builtinModules } from 'node:module'
import ts from 'typescript'
import { ROOT } from './lib/setup.mjs'

/** Packages of this repository that each package may import, beside npm packages that its package.json declares. */
const PACKAGES = {
  core: [],
  filters: ['@nova-sched/core/plugin'],
  weighers: ['@nova-sched/core/plugin'],
  cli: ['@nova-sched/core'],
  'servicegroup-db': ['@nova-sched/core/plugin'],
  'servicegroup-mc': ['@nova-sched/core/plugin'],
  'servicegroup-zk': ['@nova-sched/core/plugin'],
  'test-servers': [],
  conformance: ['@nova-sched/core'],
}
/** Tests may also use the kit, and what the repository itself depends on. */
const TEST_EXTRAS = [
  '@nova-sched/core/testing',
  '@nova-sched/test-servers',
  '@nova-sched/core/plugin',
  '@nova-sched/core',
  ...Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies),
]

/** Stages of core in the order of the flow: a stage may import those before it, and what every file may. */
const STAGES = [
  'conf',
  'registry',
  'inventory',
  'request',
  'trace',
  'hosts',
  'filter',
  'weigh',
  'engine',
  'select',
  'record',
  'servicegroup',
  'explain',
]
const EVERYWHERE = ['plugin', 'util', 'errors.ts', 'releases.ts', 'memory', 'generated']
/** Files of core that stand above the stages. */
const TOP = /^[^/]+\.ts$|^testing\/|^conf-check\/|^drivers\//

/** Where the clock, randomness, the environment, the console, files and sockets may be touched. */
const WORLD = [
  [/\bDate\.now\(|new Date\(\)/, /^(core\/src\/util\/clock|cli\/src\/main|conformance\/)/, 'the clock'],
  [/\bMath\.random\b/, /^cli\/src\/main/, 'randomness'],
  [
    /\bprocess\.(env|cwd|argv|exit|stdout|stderr|stdin)\b/,
    /^(cli\/src\/main|conformance\/src\/main|test-servers\/)/,
    'the process',
  ],
  [/\bconsole\./, /^$/, 'the console'],
  [
    /from 'node:fs(\/promises)?'/,
    /^(core\/src\/(conf\/files|registry\/|inventory\/|request\/file|util\/documents\/text-file|options-file)|conformance\/|cli\/src\/|test-servers\/|servicegroup-db\/src\/tls-files|filters\/src\/lib\/attestation\/https-post)/,
    'files',
  ],
  [
    /from 'node:(net|http|https|tls|dgram|child_process|vm|worker_threads)'|\beval\(|new Function\(/,
    /^(core\/src\/registry\/import-hook|test-servers\/|filters\/src\/lib\/attestation\/https-post)/,
    'sockets, processes or eval',
  ],
]

const offences = []

for (const name of Object.keys(PACKAGES)) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'))
  const declared = new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    // Taken in by scripts/bundle.mjs.
    ...Object.keys(manifest.devDependencies ?? {}),
  ])
  for (const kind of ['src', 'test']) {
    const folder = join(ROOT, 'packages', name, kind)
    for (const file of filesUnder(folder)) check(name, kind, folder, file, manifest.name, declared)
  }
}

for (const offence of offences) process.stdout.write(`${offence}\n`)
process.exitCode = offences.length === 0 ? 0 : 1

function check(name, kind, folder, file, ownName, declared) {
  const inPackage = `${name}/${kind}/${relative(folder, file)}`
  const text = readFileSync(file, 'utf8')
  const tellAt = (line) => (what) => offences.push(`packages/${inPackage}:${line}: ${what}`)
  if (kind === 'src') {
    for (const [index, line] of text.split('\n').entries()) {
      for (const [pattern, allowed, what] of WORLD) {
        if (pattern.test(line) && !allowed.test(inPackage))
          tellAt(index + 1)(`touches ${what}: that is the job of another file`)
      }
    }
  }
  for (const { fileName: specifier, pos } of ts.preProcessFile(text, true, true).importedFiles) {
    const tell = tellAt(text.slice(0, pos).split('\n').length)
    if (specifier.startsWith('.')) checkRelative(name, kind, folder, file, specifier, tell)
    else checkPackage(name, kind, specifier, ownName, declared, tell)
  }
}

function checkPackage(name, kind, specifier, ownName, declared, tell) {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return
  const allowed = [...PACKAGES[name], ...(kind === 'test' ? TEST_EXTRAS : [])]
  const base = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (/^(@nova-sched\/|nova-sched$)/.test(specifier)) {
    if (!allowed.includes(specifier) && !(kind === 'test' && base === ownName)) tell(`may not import ${specifier}`)
    return
  }
  if (kind === 'test' ? allowed.includes(base) || declared.has(base) : declared.has(base)) return
  tell(`imports ${base}, which packages/${name}/package.json does not declare`)
}

function checkRelative(name, kind, folder, file, specifier, tell) {
  const target = resolve(dirname(file), specifier)
  if (relative(join(ROOT, 'packages', name), target).startsWith('..')) return tell(`${specifier} leaves the package`)
  if (name !== 'core' || kind !== 'src') return undefined
  const [from, to] = [relative(folder, file), relative(folder, target)]
  if (TOP.test(from)) return undefined
  const [stage, wanted] = [from.split('/')[0], to.split('/')[0]]
  if (stage === wanted || EVERYWHERE.includes(wanted)) {
    const low = {
      plugin: ['plugin', 'util', 'errors.ts'],
      util: ['util', 'plugin', 'errors.ts'],
      memory: ['memory', 'plugin', 'util', 'errors.ts'],
    }[stage]
    if (low !== undefined && !low.includes(wanted)) tell(`core/${stage} may not import ${to}`)
    return undefined
  }
  if (!STAGES.includes(wanted) || STAGES.indexOf(wanted) > STAGES.indexOf(stage))
    tell(`core/${stage} may not import ${to}`)
  return undefined
}

function filesUnder(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
