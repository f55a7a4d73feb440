import type { Contents, Entry, Format, MadeService } from '../part.ts'
import type { Finding } from '../../errors.ts'
import type { Problem } from '../../util/documents/problems.ts'
import { pathText } from '../../util/documents/path.ts'
import { shown } from '../../util/documents/value-words.ts'
import { textOf } from './entry.ts'
import { STATES, STATUSES } from './states.ts'

/** `os-services`, `openstack compute service list`, `nova service-list` and `nova-manage service list`. */
export const services: Format = {
  name: 'services',
  keys: ['services', 'service'],
  recognises: (fields) => 'binary' in fields && 'host' in fields,
  read(entries, file): Contents {
    const computes = entries.filter(({ fields }) => fields['binary'] === 'nova-compute')
    const findings = computes.flatMap((entry) => check(entry, file))
    if (computes.length === 0) findings.push({ level: 'warning', file, message: 'it lists no nova-compute service' })
    return { services: computes.map(serviceOf), findings }
  },
}

function serviceOf({ fields, place }: Entry): MadeService {
  const service: Record<string, unknown> = { binary: 'nova-compute' }
  if (fields['status'] === 'UNKNOWN') service['up'] = false
  else if (fields['status'] !== undefined) service['disabled'] = STATUSES.get(fields['status']) ?? false
  if (fields['state'] !== undefined) service['up'] = STATES.get(fields['state']) ?? false
  if (typeof fields['disabled_reason'] === 'string') service['disabled_reason'] = fields['disabled_reason']
  if (typeof fields['forced_down'] === 'boolean') service['forced_down'] = fields['forced_down']
  if (fields['updated_at'] !== undefined) service['updated_at'] = fields['updated_at']
  return { value: { host: textOf(fields['host']), service }, zone: textOf(fields['zone']), place }
}

function check({ fields, place }: Entry, file: string): (Finding | Problem)[] {
  const { state, status } = fields
  const at = (field: string, message: string): Problem => {
    const path = pathText([...place.path, place.names?.get(field) ?? field])
    const problem = { level: 'error', code: 'INVENTORY_INVALID', file, path, message } as const
    return place.line === undefined ? problem : { ...problem, line: place.line }
  }
  if (status === 'UNKNOWN') {
    const message = `the cell of ${shown(fields['host'])} did not answer: its service is taken as down`
    return [{ level: 'warning', file, message }]
  }
  const findings: Problem[] = []
  if (status !== undefined && !STATUSES.has(status)) {
    findings.push(at('status', `must be enabled or disabled, is ${shown(status)}`))
  }
  if (state !== undefined && !STATES.has(state)) findings.push(at('state', `must be up or down, is ${shown(state)}`))
  return findings
}
