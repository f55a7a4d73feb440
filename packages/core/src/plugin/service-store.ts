import { mark, type Marked } from './brand.ts'
import type { PluginEnv } from './filter.ts'
import type { OptionSpecs } from './options.ts'

/** One row of Nova's `services` table. Times in milliseconds since 1970. */
export interface Service {
  readonly id: number
  readonly host: string
  readonly binary: string
  readonly topic: string
  readonly reportCount: number
  readonly disabled: boolean
  readonly disabledReason: string | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** Null in releases without the column (Kilo). */
  readonly lastSeenUp: number | null
  /** False in releases without the column (Kilo). */
  readonly forcedDown: boolean
}

/** Which services; every field that is given must match exactly. */
export interface ServiceFilter {
  readonly host?: string
  readonly binary?: string
  readonly topic?: string
}

/** What may be written to a service. */
export interface ServiceChange {
  readonly disabled?: boolean
  readonly disabledReason?: string | null
  readonly forcedDown?: boolean
}

/** Records of services, whatever knows of their liveness: Nova's `services` table. */
export interface ServiceStore {
  /**
   * Undeleted services, disabled ones too, in the order of the table: one query for all.
   *
   * @throws STORE_UNAVAILABLE when the database cannot be asked, STORE_INVALID when it is not Nova's
   */
  list(filter?: ServiceFilter): Promise<readonly Service[]>
  /** The service of a host and binary, made when there is none. */
  register(service: { readonly host: string; readonly binary: string; readonly topic: string }): Promise<Service>
  /**
   * A risen report count: the row's time moves on with it. One write, nothing is read.
   *
   * @throws SERVICE_NOT_FOUND when there is none
   */
  heartbeat(id: number): Promise<void>
  /** @throws SERVICE_NOT_FOUND when there is none */
  change(id: number, change: ServiceChange): Promise<Service>
  /** Availability zones of hosts, by the aggregates of the same database; empty where it holds none. */
  zones(): Promise<ReadonlyMap<string, readonly string[]>>
  close(): Promise<void>
}

/** What a service store is made with. */
export interface ServiceStoreEnv<O extends OptionSpecs = OptionSpecs> extends Omit<PluginEnv<O>, 'rules'> {
  /** `[database] connection`, as SQLAlchemy writes it. Holds a password: never shown. */
  readonly connection: string
  /** `enable_new_services`. */
  readonly enableNewServices: boolean
}

/** What {@link defineServiceStore} takes. */
export interface ServiceStoreDefinition<O extends OptionSpecs = OptionSpecs> {
  readonly name: string
  readonly help?: string
  readonly classPath?: string
  readonly options?: O
  create(env: ServiceStoreEnv<O>): ServiceStore
}

/** A service store: reads and writes the records of services. */
export type ServiceStorePlugin = Marked<ServiceStoreDefinition>

/** Declares a service store. */
export function defineServiceStore<const O extends OptionSpecs = Record<never, never>>(
  definition: ServiceStoreDefinition<O>,
): ServiceStorePlugin {
  return mark('service-store', { ...definition })
}
