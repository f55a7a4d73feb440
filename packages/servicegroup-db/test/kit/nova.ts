import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What Nova's own code tells of a service. */
export interface NovaService {
  readonly host: string
  readonly up: boolean
  readonly disabled: boolean
  readonly reason: string | null
  readonly reports: number
  readonly uuid: string
  readonly forced_down: boolean
}

const SCRIPT = join(import.meta.dirname, '../interop/nova_services.py')

/** Runs Nova's own code on a database, see `interop/nova_services.py`; gives what each `look` saw. */
export async function nova(
  connection: string,
  ...commands: readonly (readonly unknown[])[]
): Promise<readonly (readonly NovaService[])[]> {
  const call = [SCRIPT, connection, JSON.stringify(commands)]
  const { stdout } = await promisify(execFile)('/usr/bin/python3', call, { cwd: tmpdir() })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as readonly NovaService[] | null)
  return answers.filter((answer) => answer !== null)
}

const SCHEMA = join(import.meta.dirname, '../../../../../shared/nova-schema.sql')

/** The tables of one of Nova's databases as its own command made them on MariaDB; null where the file is not there. */
export function novaSchema(database: 'nova_api' | 'nova_cell1'): string | null {
  if (!existsSync(SCHEMA)) return null
  const tables = readFileSync(SCHEMA, 'utf8').split(/^-- /m)
  return tables
    .filter((table) => table.startsWith(`${database}.`))
    .map((table) => table.slice(table.indexOf('\n')))
    .join('')
}
