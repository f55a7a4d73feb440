import type { Conf, Liveness, Service, ServiceGroup } from '@nova-sched/core'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { explainedService, listedService, servicesText, type ServiceFacts } from '../output/service-list.ts'
import { printable } from '../output/table.ts'
import { withServiceGroup } from './service-group.ts'

/** Which services are listed. */
export interface ListFlags extends GlobalOptions {
  readonly host?: string
  readonly service?: string
}

/** Prints services as `nova-manage service list` does, with the state that the ServiceGroup driver tells. */
export async function listServices(flags: ListFlags, context: Context): Promise<void> {
  await withServiceGroup(flags, context, async (group, conf) => {
    const facts = await (group.store === null ? factsOfMembers : factsOfRecords)(group, conf, flags, context)
    const services = facts.map((each) => listedService(each, context.clock(), group.serviceDownTime))
    const told = services.filter(({ state }) => state === 'unknown' || (state === 'down' && flags.verbose))
    for (const service of told) context.stderr.write(`note: ${printable(explainedService(service))}\n`)
    const data = { release: conf.releaseName, driver: group.name, services }
    context.stdout.write(flags.format === 'table' ? servicesText(services) : await dataText(data, flags.format))
  })
}

/** Every record of the database, with its state: one question for the records, one for each topic. */
async function factsOfRecords(
  group: ServiceGroup,
  conf: Conf,
  { host, service: binary }: ListFlags,
): Promise<ServiceFacts[]> {
  const filter = { ...(host === undefined ? {} : { host }), ...(binary === undefined ? {} : { binary }) }
  const services = (await group.store?.list(filter)) ?? []
  const zones = services.length === 0 ? new Map<string, string[]>() : await group.store?.zones()
  const liveness = new Map<string, Liveness>()
  for (const topic of new Set(services.map((service) => service.topic))) {
    const hosts = services.filter((service) => service.topic === topic).map((service) => service.host)
    liveness.set(topic, await group.liveness(topic, hosts))
  }
  return services.map((service) => ({
    ...{ binary: service.binary, host: service.host, topic: service.topic, service },
    zone: zoneOf(service, zones?.get(service.host) ?? [], conf),
    member: group.memberOf(service, liveness.get(service.topic) as Liveness),
  }))
}

function zoneOf({ topic }: Pick<Service, 'topic'>, zones: readonly string[], { core }: Conf): string {
  if (topic !== core.compute_topic) return core.internal_service_availability_zone
  return zones.length > 0 ? zones.join(',') : core.default_availability_zone
}

/** Topics of Nova's services; the binary is `nova-` and the topic. */
const TOPICS = ['compute', 'conductor', 'scheduler', 'consoleauth', 'cert', 'network', 'console']

/** What the driver alone can tell: who is there. */
async function factsOfMembers(
  group: ServiceGroup,
  conf: Conf,
  { host, service }: ListFlags,
  { stderr }: Context,
): Promise<ServiceFacts[]> {
  const topics = service === undefined ? TOPICS : [service.replace(/^nova-/, '')]
  const facts: ServiceFacts[] = []
  for (const topic of topics) {
    const liveness = await group.liveness(topic, host === undefined ? [] : [host])
    const members = host === undefined ? liveness.members : liveness.members.filter((member) => member === host)
    const asked = host !== undefined && service !== undefined && members.length === 0 ? [host] : members
    for (const member of asked) {
      const zone = topic === conf.core.compute_topic ? null : conf.core.internal_service_availability_zone
      const binary = service ?? `nova-${topic}`
      facts.push({ binary, host: member, topic, service: null, zone, member: liveness.of(member) })
    }
    // Only where nobody can list is a name that nobody has not known.
    const other = liveness.of('')
    if (host === undefined && other.state === 'unknown' && topic === topics[0])
      stderr.write(`note: name a service with --host and --service: ${printable(other.why)}\n`)
  }
  return facts
}
