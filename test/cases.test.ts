import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'packages/cli/bin/nova-sched.js')
const CASES = join(import.meta.dirname, 'cases')
const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'packages/cli/schema/case.schema.json'), 'utf8')) as object
const isCase = new Ajv({ allErrors: true }).compile(SCHEMA)

/** What case.json says; docs/cases.md explains it. */
interface Case {
  readonly command: string
  readonly seed?: number
  readonly arguments?: readonly string[]
  readonly exit: number
  readonly stderr?: readonly string[]
}

interface Ended {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

const INPUTS = { 'nova.conf': '--config-file', 'inventory.json': '--inventory', 'request.json': '--request' }

/** Runs the built command from the folder of a case, as its user would: with a home of its own. */
function run(folder: string, { command, seed, arguments: more = [] }: Case): Promise<Ended> {
  const files = Object.entries(INPUTS).flatMap(([file, flag]) => (existsSync(join(folder, file)) ? [flag, file] : []))
  const start = seed === undefined ? [] : ['--seed', String(seed)]
  const args = [BIN, ...command.split(' '), ...files, ...start, ...more, '--format', 'json']
  const env = { PATH: process.env['PATH'], HOME: join(tmpdir(), 'nobody') }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ exit: error === null ? 0 : Number(error.code), stdout: stdout.replaceAll(folder, '.'), stderr })
    })
  })
}

interface Sqlite {
  exec(sql: string): unknown
  close(): void
}

/** SQLite as the command finds it: what Node has, else better-sqlite3. */
async function openSqlite(file: string): Promise<Sqlite> {
  const own = process.getBuiltinModule('node:sqlite') as { DatabaseSync: new (file: string) => Sqlite } | undefined
  if (own !== undefined) return new own.DatabaseSync(file)
  const { default: Database } = await import('better-sqlite3')
  return new Database(file)
}

/** As {@link run}, beside the database nova.sqlite that services.sql makes: times there count back from now. */
async function runWithServices(folder: string, file: Case): Promise<Ended> {
  const copy = mkdtempSync(join(tmpdir(), 'nova-sched-case-'))
  try {
    cpSync(folder, copy, { recursive: true })
    const database = await openSqlite(join(copy, 'nova.sqlite'))
    database.exec(readFileSync(join(folder, 'services.sql'), 'utf8'))
    database.close()
    const ended = await run(copy, file)
    return { ...ended, stdout: inWholeMinutes(ended.stdout) }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** A run takes seconds, so that ages are a little more than services.sql says. */
function inWholeMinutes(text: string): string {
  return text.replace(/\b(\d+) s ago/g, (_, age: string) => `${Number(age) - (Number(age) % 60)} s ago`)
}

describe('cases', () => {
  const names = readdirSync(CASES)

  test.concurrent.each(names)('%s', async (name) => {
    const folder = join(CASES, name)
    const file = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Case
    expect(isCase(file), JSON.stringify(isCase.errors)).toBe(true)
    const hasServices = existsSync(join(folder, 'services.sql'))
    const { exit, stdout, stderr } = await (hasServices ? runWithServices : run)(folder, file)
    expect({ exit, stderr }).toEqual({ exit: file.exit, stderr: expect.any(String) })
    for (const text of file.stderr ?? []) expect(stderr).toContain(text)
    const expected = join(folder, 'expected.json')
    if (process.env['UPDATE_CASES'] === '1' && stdout !== '') writeFileSync(expected, stdout)
    expect(existsSync(expected)).toBe(stdout !== '')
    if (stdout !== '') expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(expected, 'utf8')))
  })
})
