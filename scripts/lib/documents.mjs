// Documents whose blocks are all checked: what they print is what the command prints, what they show is what is there.
import { readdirSync, readFileSync } from 'node:fs'
import { blocksOf, indentedLines } from './doc-blocks.mjs'
import { KINDS } from './doc-kinds.mjs'
import { startSession } from './doc-session.mjs'
import { withTables } from './doc-tables.mjs'
import { ROOT } from './setup.mjs'

/** The documents that are checked, relative to the repository. */
export function documents() {
  return [
    'README.md',
    ...readdirSync(`${ROOT}docs`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
}

export function readDocument(name) {
  return readFileSync(`${ROOT}${name}`, 'utf8')
}

/**
 * Follows a document as a reader would, block by block.
 *
 * @returns its text with every table and the output of every example as they are now, and what is wrong, each with file and line
 */
export async function followDocument(name, written = readDocument(name)) {
  const { text, problems: ofTables } = await withTables(written)
  const problems = [
    ...ofTables.map((problem) => `${name}: ${problem}`),
    ...indentedLines(text).map((line) => `${name}:${line}: an indented block: fence it, so that it is checked`),
  ]
  const session = startSession()
  const blocks = blocksOf(text)
  const parts = []
  let end = 0
  try {
    for (const block of blocks) {
      const { text: now = block.text, problem } = await checkBlock(block, session)
      if (problem !== undefined) problems.push(`${name}:${block.line}: ${problem}`)
      parts.push(text.slice(end, block.start), now)
      end = block.end
    }
    // Modules are loaded, examples are tested; any other file is right when a command takes it.
    for (const { kind, file, line } of blocks) {
      const isProven = file === null || kind === 'js' || file.startsWith('examples/') || session.hasUsed(file)
      if (!isProven) problems.push(`${name}:${line}: ${file} is used by no command`)
    }
  } finally {
    session.close()
  }
  return { text: parts.join('') + text.slice(end), problems }
}

async function checkBlock(block, session) {
  const check = Object.hasOwn(KINDS, block.kind) ? KINDS[block.kind] : null
  if (check !== null) return (await check(block, session)) ?? {}
  return { problem: `a block of kind '${block.kind}': only ${Object.keys(KINDS).join(', ')} are checked` }
}

/** The text of `nova.conf.example`. */
export function sampleConf() {
  const session = startSession()
  try {
    return session.run('nova-sched conf sample --release kilo')
  } finally {
    session.close()
  }
}
