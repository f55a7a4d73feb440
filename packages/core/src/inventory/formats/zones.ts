import type { Contents, Entry, Format, MadeService } from '../part.ts'
import { isRecord, textOf } from './entry.ts'
import { STATES, STATUSES } from './states.ts'

const COMPUTE = 'nova-compute'
const STATUS = /^(enabled|disabled) (:-\)|XXX)/

/** `os-availability-zone/detail`, and `openstack availability zone list --long`. */
export const zones: Format = {
  name: 'availability zones',
  keys: ['availabilityZoneInfo'],
  recognises: (fields) => 'zone_name' in fields,
  read(entries, file): Contents {
    const services = entries.flatMap((entry) => [...servicesOfAnswer(entry), ...serviceOfRow(entry)])
    const message = 'it names zones but no hosts: ask os-availability-zone/detail, or list them with --long'
    return { services, findings: services.length > 0 ? [] : [{ level: 'warning', file, message }] }
  },
}

function servicesOfAnswer({ fields, place }: Entry): MadeService[] {
  const { hosts } = fields
  if (!isRecord(hosts)) return []
  const names = [...Object.entries(hosts)].filter(
    ([, services]) => isRecord(services) && Object.hasOwn(services, COMPUTE),
  )
  return names.map(([host, services]) => {
    const compute = (services as Record<string, unknown>)[COMPUTE]
    const path = [...place.path, 'hosts', host, COMPUTE]
    return { value: { host, service: serviceOf(compute) }, zone: fields['zonename'], place: { path } }
  })
}

function serviceOf(compute: unknown): unknown {
  if (!isRecord(compute)) return compute
  const { active, available, updated_at: updatedAt } = compute
  return {
    binary: COMPUTE,
    ...(typeof active === 'boolean' ? { disabled: !active } : {}),
    ...(typeof available === 'boolean' ? { up: available } : {}),
    ...(updatedAt === undefined ? {} : { updated_at: updatedAt }),
  }
}

function serviceOfRow({ fields, place }: Entry): MadeService[] {
  if (fields['service_name'] !== COMPUTE) return []
  const [, status, state] = STATUS.exec(String(fields['service_status'])) ?? []
  const known = status === undefined ? {} : { disabled: STATUSES.get(status), up: STATES.get(state) }
  const service = { binary: COMPUTE, ...known }
  return [{ value: { host: textOf(fields['host_name']), service }, zone: textOf(fields['zone_name']), place }]
}
