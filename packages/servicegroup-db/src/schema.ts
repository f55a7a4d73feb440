import { NovaSchedError } from '@nova-sched/core/plugin'
import { sql } from 'kysely'
import type { Client, Database } from './client.ts'
import type { Dialect } from './options.ts'
import type { ServicesTable } from './tables.ts'

/** What the database holds: columns by table. */
export type Schema = ReadonlyMap<string, ReadonlySet<string>>

type Column = keyof ServicesTable

/** The columns that a table `services` has, of those that matter. */
export type ServiceColumns = ReadonlySet<Column>

/** Columns of every release. */
const ALWAYS = [
  'id',
  'host',
  'binary',
  'topic',
  'report_count',
  'disabled',
  'disabled_reason',
  'created_at',
  'updated_at',
  'deleted',
] as const satisfies readonly Column[]

/** Columns that came after Kilo. */
const LATER = ['last_seen_up', 'forced_down', 'version', 'uuid'] as const satisfies readonly Column[]

/** Cinder and Manila keep a `services` of much the same columns; Nova's has none of these. */
const FOREIGN = ['availability_zone', 'availability_zone_id', 'rpc_current_version']

const COLUMNS = {
  sqlite: sql`select m.name as table_name, c.name as column_name
    from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`,
  mysql: sql`select table_name as table_name, column_name as column_name
    from information_schema.columns where table_schema = database()`,
  postgresql: sql`select table_name, column_name from information_schema.columns where table_schema = current_schema()`,
} satisfies Record<Dialect, unknown>

/** Tables and columns that are there, in one question. */
export async function readSchema(database: Database, dialect: Dialect): Promise<Schema> {
  const { rows } = await COLUMNS[dialect].execute(database)
  const tables = new Map<string, Set<string>>()
  for (const { table_name: table, column_name: column } of rows as { table_name: string; column_name: string }[]) {
    const columns = tables.get(table) ?? new Set()
    tables.set(table, columns.add(column))
  }
  return tables
}

/**
 * The columns of `services` that there are; null in an empty database.
 *
 * @throws STORE_INVALID when the database is not Nova's
 */
export function serviceColumns(schema: Schema, { label }: Pick<Client, 'label'>): ServiceColumns | null {
  if (schema.size === 0) return null
  const columns = schema.get('services')
  if (columns === undefined) throw invalid(label, `it holds no table services${isApiDatabase(schema)}`)
  const missing = ALWAYS.filter((column) => !columns.has(column))
  if (missing.length > 0) throw invalid(label, `its table services has no column ${missing.join(', ')}`, { missing })
  const foreign = FOREIGN.filter((column) => columns.has(column))
  if (foreign.length > 0) throw invalid(label, `its table services has ${foreign.join(', ')}, as Cinder's`, { foreign })
  return new Set([...ALWAYS, ...LATER].filter((column) => columns.has(column)))
}

function isApiDatabase(schema: Schema): string {
  return schema.has('cell_mappings') ? '; it is the API database: take the connection of a cell' : ''
}

function invalid(label: string, what: string, details: Record<string, unknown> = {}): NovaSchedError {
  const message = `${label}: the database is not Nova's: ${what}`
  return new NovaSchedError('STORE_INVALID', message, { database: label, ...details })
}

/** Makes `services` as Nova's newest releases have it: older ones read and write it too. */
export async function makeServices(database: Database, dialect: Dialect): Promise<void> {
  const time = dialect === 'postgresql' ? 'timestamp' : 'datetime'
  const table = database.schema
    .createTable('services')
    .ifNotExists()
    .addColumn('created_at', time)
    .addColumn('updated_at', time)
    .addColumn('deleted_at', time)
    .addColumn('deleted', 'integer')
    .addColumn('id', dialect === 'postgresql' ? 'serial' : 'integer', (column) =>
      dialect === 'postgresql' ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('uuid', 'varchar(36)')
    .addColumn('host', 'varchar(255)')
    .addColumn('binary', 'varchar(255)')
    .addColumn('topic', 'varchar(255)')
    .addColumn('report_count', 'integer', (column) => column.notNull())
    .addColumn('disabled', 'boolean')
    .addColumn('disabled_reason', 'varchar(255)')
    .addColumn('last_seen_up', time)
    .addColumn('forced_down', 'boolean')
    .addColumn('version', 'integer')
    .addUniqueConstraint('uniq_services0host0topic0deleted', ['host', 'topic', 'deleted'])
    .addUniqueConstraint('uniq_services0host0binary0deleted', ['host', 'binary', 'deleted'])
    .addUniqueConstraint('services_uuid_idx', ['uuid'])
  await (dialect === 'mysql' ? table.modifyEnd(sql`engine = InnoDB default charset = utf8mb4`) : table).execute()
}
