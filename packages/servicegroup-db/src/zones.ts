import type { Database } from './client.ts'
import type { Schema } from './schema.ts'

const TABLES = ['aggregates', 'aggregate_hosts', 'aggregate_metadata'] as const

/** Availability zones of hosts, by the aggregates; none where the database does not hold them. */
export async function zonesOf(database: Database, schema: Schema): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!TABLES.every((table) => schema.has(table))) return new Map()
  let query = database
    .selectFrom('aggregate_hosts')
    .innerJoin('aggregates', 'aggregates.id', 'aggregate_hosts.aggregate_id')
    .innerJoin('aggregate_metadata', 'aggregate_metadata.aggregate_id', 'aggregates.id')
    .select(['aggregate_hosts.host as host', 'aggregate_metadata.value as zone'])
    .where('aggregate_metadata.key', '=', 'availability_zone')
    .orderBy('aggregates.id')
  // The API database deletes rows for good.
  for (const table of TABLES) if (schema.get(table)?.has('deleted')) query = query.where(`${table}.deleted`, '=', 0)
  const zones = new Map<string, string[]>()
  for (const { host, zone } of await query.execute()) {
    const known = zones.get(host) ?? []
    if (!known.includes(zone)) zones.set(host, [...known, zone])
  }
  return zones
}
