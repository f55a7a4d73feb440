/**
 * An inventory as it is handed to the scheduler: hosts, aggregates and server groups under the names of Nova's
 * tables and API (design, section 7). Memory in MiB, disk in GiB. `null` is Nova's NULL.
 */
export interface Inventory {
  readonly hosts: readonly InventoryHost[]
  readonly aggregates: readonly InventoryAggregate[]
  readonly server_groups: readonly InventoryServerGroup[]
  readonly flavors: readonly FlavorRecord[]
  readonly images: readonly ImageRecord[]
}

/** The cell of a host; one that names none is in the cell that deployment tools make. */
export function cellOf({ cell = 'cell1' }: Pick<InventoryHost, 'cell'>): string {
  return cell
}

/** Free-form text pairs: data, in an object without a prototype. */
export type TextMap = Readonly<Record<string, string>>

export interface InventoryHost {
  readonly host: string
  readonly nodename?: string
  readonly uuid?: string | null
  readonly cell?: string
  readonly updated_at?: string | null
  readonly host_ip?: string | null
  readonly hypervisor_type?: string | null
  readonly hypervisor_version?: number | null
  readonly supported_instances?: readonly (readonly (string | null)[])[] | null
  /** JSON text as computes report it, or the decoded value. */
  readonly cpu_info?: unknown
  readonly vcpus?: number | null
  readonly vcpus_used?: number | null
  readonly memory_mb?: number | null
  readonly memory_mb_used?: number | null
  readonly free_ram_mb?: number | null
  readonly local_gb?: number | null
  readonly local_gb_used?: number | null
  readonly free_disk_gb?: number | null
  readonly disk_available_least?: number | null
  readonly cpu_allocation_ratio?: number | null
  readonly ram_allocation_ratio?: number | null
  readonly disk_allocation_ratio?: number | null
  readonly reserved?: { readonly vcpus?: number; readonly memory_mb?: number; readonly disk_gb?: number }
  readonly traits?: readonly string[]
  readonly inventories?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly stats?: Readonly<Record<string, unknown>> | null
  readonly metrics?: readonly MetricRecord[] | null
  readonly numa_topology?: unknown
  readonly pci_device_pools?: readonly PciPoolRecord[] | null
  readonly service?: ServiceRecord | null
  readonly instances?: readonly InstanceRecord[]
}

export interface MetricRecord {
  readonly name?: string | null
  readonly value?: unknown
  readonly timestamp?: string | null
  readonly source?: string | null
  readonly numa_membw_values?: Readonly<Record<string, number | null>> | null
}

export interface PciPoolRecord {
  readonly vendor_id: string
  readonly product_id: string
  readonly numa_node?: number | null
  readonly count: number
  readonly tags?: TextMap
}

export interface ServiceRecord {
  readonly binary?: string
  readonly topic?: string
  readonly created_at?: string | null
  readonly updated_at?: string | null
  readonly last_seen_up?: string | null
  readonly forced_down?: boolean | null
  readonly report_count?: number
  readonly disabled?: boolean | null
  readonly disabled_reason?: string | null
  readonly up?: boolean
}

export interface InstanceRecord {
  readonly uuid: string
  readonly project_id?: string | null
  readonly instance_type_id?: number | string | null
  readonly flavor?: unknown
  readonly image_properties?: unknown
  readonly system_metadata?: TextMap
  readonly vm_state?: string | null
  readonly task_state?: string | null
}

export interface InventoryAggregate {
  readonly id: number
  readonly name?: string
  readonly hosts: readonly string[]
  readonly metadata: TextMap
}

export interface InventoryServerGroup {
  readonly id: string
  readonly name?: string
  /** Kilo's list; the later single `policy` is put into it as it is read. */
  readonly policies: readonly string[]
  readonly rules?: Readonly<Record<string, unknown>>
  readonly members: readonly string[]
}

export interface FlavorRecord {
  readonly id?: number | string | null
  readonly name: string
  readonly flavorid?: string
  readonly memory_mb: number
  readonly vcpus: number
  readonly root_gb: number
  readonly ephemeral_gb: number
  /** MiB. */
  readonly swap: number
  readonly disabled?: boolean
  readonly extra_specs?: TextMap
}

export interface ImageRecord {
  readonly id?: string
  readonly name?: string
  readonly properties?: Readonly<Record<string, unknown>>
}
