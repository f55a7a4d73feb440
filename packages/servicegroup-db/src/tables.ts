/** A truth: MySQL and SQLite keep 0 and 1. */
type Flag = boolean | number | null
/** UTC text, see `time.ts`. */
type Time = string | null

/** What of Nova's `services` is read or written; Kilo's has no `last_seen_up`, `forced_down`, `version` and `uuid`. */
export interface ServicesTable {
  created_at: Time
  updated_at: Time
  deleted_at: Time
  id: number
  host: string
  binary: string
  topic: string
  report_count: number
  disabled: Flag
  disabled_reason: string | null
  deleted: number
  last_seen_up: Time
  forced_down: Flag
  version: number | null
  uuid: string | null
}

/** Nova's tables, as far as services need them. */
export interface Tables {
  services: ServicesTable
  aggregates: { id: number; deleted: number }
  aggregate_hosts: { id: number; host: string; aggregate_id: number; deleted: number }
  aggregate_metadata: { id: number; aggregate_id: number; key: string; value: string; deleted: number }
}
