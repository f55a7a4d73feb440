/** The contract: everything that a plugin author imports. */
export { PLUGIN_API } from './brand.ts'
export type { PluginKind } from './brand.ts'
export { str, int, float, bool, list, multi, dict } from './options.ts'
export type { OptionSpec, OptionSpecs, OptionValues, OptionDetails, OptionType } from './options.ts'
export type { Change, FlavorSize } from './change.ts'
export { defineFilter } from './filter.ts'
export type { Filter, FilterDefinition, FilterParts, HostTest, PluginEnv, PrepareFilter } from './filter.ts'
export { defineWeigher } from './weigher.ts'
export type { Weigher, WeigherDefinition, WeighContext, WeighHost, PrepareWeigher, Multiplier } from './weigher.ts'
export { defineSchedulerDriver } from './scheduler-driver.ts'
export type {
  Destination,
  SchedulerDriver,
  SchedulerDriverDefinition,
  SchedulerDriverEnv,
  SchedulerDriverPlugin,
  SchedulerEngine,
} from './scheduler-driver.ts'
export { defineHostManager } from './host-manager.ts'
export type { Claimed, ComputeNode, HostManager, HostManagerDefinition, HostManagerPlugin } from './host-manager.ts'
export { defineServiceGroupDriver } from './servicegroup-driver.ts'
export type {
  JoiningService,
  Liveness,
  LivenessListener,
  MemberLiveness,
  MemberState,
  ServiceGroupDriver,
  ServiceGroupDriverDefinition,
  ServiceGroupDriverPlugin,
  ServiceGroupEnv,
  ServiceGroupRules,
} from './servicegroup-driver.ts'
export { defineServiceStore } from './service-store.ts'
export type {
  Service,
  ServiceChange,
  ServiceFilter,
  ServiceStore,
  ServiceStoreDefinition,
  ServiceStoreEnv,
  ServiceStorePlugin,
} from './service-store.ts'
export { startHeartbeat } from './heartbeat.ts'
export type { HeartbeatOptions } from './heartbeat.ts'
export { reject } from './verdict.ts'
export type { Details, Rejection, Verdict } from './verdict.ts'
export { fault, required } from './fault.ts'
export { growGroup } from './grow-group.ts'
export { Host, hostLabel } from './host.ts'
export type { Aggregate, ComputeService, HostFields, Hosts, Instance, Metric } from './host.ts'
export { attribute } from './attributes.ts'
export { parseNumberSettings } from './settings.ts'
export type { NumberSettings } from './settings.ts'
export { aggregateValues, smallestAggregateNumber } from './aggregates.ts'
export type { DataMap, Flavor, Group, Image, Request, RequestField, Retry } from './request.ts'
export type { Rules } from './rules.ts'
export * from './python.ts'
export { isNovaSchedError, NovaSchedError } from '../errors.ts'
export type { Log } from '../util/log.ts'
export type { Timer } from '../util/timer.ts'
