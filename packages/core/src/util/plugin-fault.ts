import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import { errorText } from './error-text.ts'
import { hostLabel, type Host } from '../plugin/host.ts'

/** Where in a run a plugin broke. */
export interface FaultPlace {
  readonly plugin: string
  readonly host: Host | null
  /** Number of the instance within the request, from 0. */
  readonly instance: number
}

/** What a plugin threw, as a fault that says which plugin, for which host and instance. */
export function pluginFault(error: unknown, { plugin, host, instance }: FaultPlace): NovaSchedError {
  const cause = isNovaSchedError(error)
    ? { code: error.code, message: error.message }
    : { code: null, message: errorText(error) }
  const where = host === null ? '' : ` on ${hostLabel(host)}`
  const details = { plugin, host: host?.host ?? null, nodename: host?.nodename ?? null, instance, cause }
  return new NovaSchedError('PLUGIN_FAULT', `${plugin} broke${where}: ${cause.message}`, details, { cause: error })
}
