// How a block of each kind is checked. Each gives a problem, the block's text as it should be, or nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandProblem, isOnlyChecked } from './doc-commands.mjs'
import { ROOT } from './setup.mjs'
import { typeProblem } from './doc-types.mjs'

export const KINDS = {
  console: runConsole,
  sh: runShell,
  js: (block, session) => asFile(block, session) ?? loads(block, session),
  ts: (block, session) => asFile(block, session) ?? typeProblem(block.text),
  ini: (block, session) => asFile(block, session) ?? inFile('.conf', block.text, loadsAsConf),
  yaml: (block, session) => asFile(block, session) ?? inFile('.yaml', block.text, loadsAsData),
  csv: (block, session) => asFile(block, session) ?? { problem: 'a table is shown as a file: ```csv NAME' },
  json: (block, session) => asFile(block, session) ?? inFile('.json', block.text, loadsAsData),
}

/** `$ command` lines with what they print; a backslash continues a line. */
function runConsole({ text }, session) {
  const outputs = []
  for (const section of text.split(/^(?=\$ )/m)) {
    const command = /^\$ ((?:.*\\\n)*.*)\n/.exec(section)?.[1]
    if (command === undefined) return { problem: 'a console block begins with a line `$ command`' }
    const problem = commandProblem(command, session)
    if (problem !== null) return { problem }
    if (isOnlyChecked(command, session))
      return { problem: `${command}: not run here, and so without output: use a block of kind sh` }
    outputs.push(`$ ${command}\n${session.run(command)}`)
    // An empty line may set a command apart from the output above it.
    if (section.endsWith('\n\n') && !outputs.at(-1).endsWith('\n\n')) outputs.push('\n')
  }
  return { text: outputs.join('') }
}

/** Commands without their output, one a line, which must succeed; some are looked at only. */
function runShell({ text }, session) {
  for (const command of text.replaceAll('\\\n', '').split('\n')) {
    if (/^\s*(#|$)/.test(command)) continue
    const problem = commandProblem(command, session)
    if (problem !== null) return { problem }
    if (isOnlyChecked(command, session)) continue
    const printed = session.run(command)
    if (session.status !== 0) return { problem: `${command}: exit ${session.status}\n${printed}` }
  }
  return undefined
}

/**
 * A block that names a file: one below `examples/` is shown as it is in the repository; any other is written where the
 * document has gone, for the commands that follow.
 */
function asFile({ kind, file, text }, session) {
  if (file === null) return undefined
  if (file.startsWith('examples/')) {
    return existsSync(ROOT + file) ? { text: readFileSync(ROOT + file, 'utf8') } : { problem: `${file} is not there` }
  }
  if (session.isInClone) return { problem: `${file}: name a file below examples/, or go to a folder of your own first` }
  session.writeFile(file, text)
  return kind === 'js' ? undefined : {}
}

/** A module must load, with the contract at hand as it is for plugins. */
function loads({ file, text }, session) {
  if (file !== null) return load(session.pathOf(file))
  return inFile('.mjs', text, load)
}

function load(path) {
  const script = `const { register } = await import('node:module')
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(OFFER_CONTRACT)}`)})
    await import(process.argv[1])`
  const env = { PATH: process.env.PATH }
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script, path], { env })
  return status === 0 ? undefined : { problem: `it does not load: ${String(stderr).trim()}` }
}

/** What a plugin imports and does not have is looked for from the clone, as the command does it. */
const OFFER_CONTRACT = `export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context)
  } catch {
    return next(specifier, { ...context, parentURL: ${JSON.stringify(pathToFileURL(ROOT).href)} })
  }
}`

async function loadsAsConf(path, text) {
  const { parseConf } = await import(`${ROOT}packages/core/dist/index.js`)
  const { findings } = parseConf(text)
  return findings.length === 0 ? undefined : { problem: findings.map(({ message }) => message).join('; ') }
}

/** An inventory, or requests. */
async function loadsAsData(path) {
  const { examineInventory, loadRequests } = await import(`${ROOT}packages/core/dist/index.js`)
  const { error } = await examineInventory([path])
  if (error === null) return undefined
  return loadRequests(path).then(
    () => undefined,
    (other) => ({ problem: `neither an inventory (${error.message}) nor a request (${other.message})` }),
  )
}

async function inFile(ending, text, check) {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-block-'))
  const path = join(folder, `block${ending}`)
  try {
    writeFileSync(path, text)
    return await check(path, text)
  } catch (error) {
    return { problem: error.message }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
