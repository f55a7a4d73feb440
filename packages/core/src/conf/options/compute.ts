import { bool, int, multi, str } from '../../plugin/options.ts'
import { moved, named, option } from './shape.ts'

/** Options of zones, moves and devices: what API, conductor and compute services do before and around a decision. */
export const COMPUTE_OPTIONS = {
  default_availability_zone: option(
    str('nova', { help: 'The zone of hosts that no aggregate puts in one.' }),
    named('DEFAULT', 'default_availability_zone'),
  ),
  internal_service_availability_zone: option(
    str('internal', { help: 'The zone of services other than nova-compute.' }),
    named('DEFAULT', 'internal_service_availability_zone'),
  ),
  default_schedule_zone: option(
    str(null, { help: 'The zone of requests that name none. Not set: any.' }),
    named('DEFAULT', 'default_schedule_zone'),
  ),
  allow_resize_to_same_host: option(
    bool(false, { help: 'An instance may be resized on the host that it is on.' }),
    named('DEFAULT', 'allow_resize_to_same_host'),
  ),
  allow_migrate_to_same_host: option(
    bool(false, { help: 'An instance may be migrated to the host that it is on.' }),
    named('DEFAULT', 'allow_migrate_to_same_host', { until: 14 }),
  ),
  migrate_max_retries: option(
    int(-1, { help: 'How often another host is tried for a live migration. -1: until no host is left.' }),
    named('DEFAULT', 'migrate_max_retries'),
  ),
  reservation_expire: option(
    int(86400, { help: 'Seconds after which a reservation of quota ends.' }),
    ...moved('reservation_expire', 'quota', 'reservation_expire', 17),
  ),
  pci_alias: option(
    multi([], { help: 'A name for a kind of PCI device, as JSON. May be given several times.' }),
    named('pci', 'alias', { since: 15 }),
    named('DEFAULT', 'pci_alias', { deprecatedSince: 15 }),
  ),
  vcpu_pin_set: option(
    str(null, { help: 'The CPUs of a host that instances may use, such as 4-12,^8. Not set: all.' }),
    named('DEFAULT', 'vcpu_pin_set', { deprecatedSince: 20 }),
  ),
  packing_host_numa_cells_allocation_strategy: option(
    bool(false, { help: 'The fuller NUMA cells of a host are tried first.' }),
    named('compute', 'packing_host_numa_cells_allocation_strategy', { since: 25 }),
  ),
}
