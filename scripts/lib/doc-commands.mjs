// Commands that documents may show.
import { existsSync, readFileSync } from 'node:fs'

/** Run where they stand. */
const RUN = ['nova-sched', 'node', 'cat', 'ls', 'cd', 'echo', 'mkdir', 'cp', 'npm install', 'npm test', 'npm pack']
/** What may stand behind a pipe. */
const PIPED = ['head', 'tail', 'grep', 'sort', 'cat']
/** These leave something behind: not in the clone. */
const WRITES = /^(mkdir|cp|npm install|npm pack|nova-sched plugins new)\b| --save-case /
/** Looked at only: they reach beyond the reader's home folder, or take long. So is what waits, and what needs jq. */
const CHECKED = ['git clone', 'npm install --global', 'npm ci', 'npm run', 'npm publish', 'npm init', 'npm login']

/** What is wrong with a command, or null. */
export function commandProblem(line, session) {
  const [command, ...pipes] = wordsOf(line).split(' | ')
  if (isOnlyChecked(line, session)) return checkedProblem(command, session)
  const unknown = pipes.find((pipe) => !beginsWith(pipe, PIPED))
  if (unknown !== undefined) return `${unknown}: only ${PIPED.join(', ')} may stand behind a pipe`
  if (/[;&<>`]|\$\(/.test(command)) return `${command}: one plain command a line`
  if (!beginsWith(command, RUN)) return `${command}: only ${[...RUN, ...CHECKED].join(', ')} are known here`
  const isBarred = WRITES.test(command) && session.isInClone && !command.includes(' ~/')
  return isBarred ? `${command}: it would change the clone; go to a folder of your own first: $ mkdir ~/cloud` : null
}

/** Whether a command is looked at, not run. In the clone `npm test` runs all tests, this one too. */
export function isOnlyChecked(line, session) {
  return (
    beginsWith(line, CHECKED) ||
    / --watch\b| \| jq | service (join|watch)\b/.test(line) ||
    (beginsWith(line, ['npm test']) && session.isRoot)
  )
}

function checkedProblem(command, session) {
  const script = /^npm run (\S+)/.exec(command)?.[1]
  if (script !== undefined && !scriptsOf(session).includes(script)) return `${command}: package.json has no such script`
  const words = command.split(' ')
  const missing = words.find((word) => /^\.{1,2}\//.test(word) && !existsSync(session.pathOf(word)))
  if (missing !== undefined) return `${command}: ${missing} is not there`
  if (!command.startsWith('nova-sched ')) return null
  const options = words.filter((word) => word.startsWith('--'))
  const help = session.run(`${command.slice(0, command.indexOf(' --'))} --help`)
  const unknown = options.find((option) => !help.includes(option))
  return unknown === undefined ? null : `${command}: it has no option ${unknown}`
}

function scriptsOf(session) {
  const manifest = session.pathOf('package.json')
  return existsSync(manifest) ? Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).scripts ?? {}) : []
}

/** Without quoted texts, which may hold anything, and comments. */
function wordsOf(line) {
  return line
    .replaceAll('\\\n', '')
    .replaceAll(/'[^']*'/g, "''")
    .replace(/\s+# .*$/, '')
}

function beginsWith(command, names) {
  return names.some((name) => command === name || command.startsWith(`${name} `))
}
