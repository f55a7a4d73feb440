import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import type { InventoryHost } from '../inventory/inventory.ts'
import type { Cloud, HostKnowledge } from './cloud.ts'
import { nodenameOf } from './node-record.ts'

/**
 * What is known of the host of a record.
 *
 * @throws what `Cloud.knowledgeOf` throws, as a fault of the record
 */
export function knowledgeOf(cloud: Cloud, record: InventoryHost): HostKnowledge {
  try {
    return cloud.knowledgeOf(record.host)
  } catch (error) {
    throw recordFault(error, record)
  }
}

/** What broke the reading of a record, as a fault of the host manager. */
export function recordFault(error: unknown, record: InventoryHost): NovaSchedError {
  const cause = isNovaSchedError(error)
    ? { code: error.code, message: error.message, details: error.details }
    : { code: null, message: String(error) }
  const message = `${record.host}: ${cause.message}. Nova breaks on this record, and then places nothing at all`
  const details = { plugin: 'HostManager', host: record.host, nodename: nodenameOf(record), instance: null, cause }
  return new NovaSchedError('PLUGIN_FAULT', message, details, { cause: error })
}
