// Examples in the documentation: fenced blocks of the kind `console`, whose `$ nova-sched …` lines are run and whose
// output stands below them.
import { readdirSync, readFileSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { ROOT } from './setup.mjs'

const BLOCK = /^```console\n([\s\S]*?)^```$/gm

/** The documents that may hold examples, relative to the repository. */
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

/** The text of a document with the output of every example as it is now. */
export async function withOutputs(text, runCommand) {
  const parts = []
  let end = 0
  for (const match of text.matchAll(BLOCK)) {
    parts.push(text.slice(end, match.index), '```console\n', await outputsOf(match[1], runCommand), '```')
    end = match.index + match[0].length
  }
  return parts.join('') + text.slice(end)
}

async function outputsOf(block, runCommand) {
  const sections = block.split(/^(?=\$ )/m)
  const outputs = []
  for (const section of sections) {
    const [line] = section.split('\n', 1)
    outputs.push(
      line.startsWith('$ nova-sched ')
        ? `${line}\n${await outputOf(line.slice('$ nova-sched '.length), runCommand)}`
        : section,
    )
    if (section.endsWith('\n\n') && !outputs.at(-1).endsWith('\n\n')) outputs.push('\n')
  }
  return outputs.join('')
}

/** The text of `nova.conf.example`. */
export async function sampleConf(runCommand) {
  return outputOf('conf sample --release kilo', runCommand)
}

async function outputOf(line, runCommand) {
  const chunks = []
  const sink = () => new Writable({ write: (chunk, _encoding, done) => (chunks.push(chunk.toString()), done()) })
  const words = (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'))
  await runCommand(words, {
    stdout: sink(),
    stderr: sink(),
    stdin: Readable.from([]),
    env: {},
    cwd: ROOT,
    home: ROOT,
    columns: 0,
    clock: () => 0,
    resolveFrom: `${ROOT}packages/cli`,
  })
  return chunks.join('')
}
