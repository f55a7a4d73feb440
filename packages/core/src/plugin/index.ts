/** The contract: everything that a plugin author imports. */
export { PLUGIN_API } from './brand.ts'
export type { PluginKind } from './brand.ts'
export { str, int, float, bool, list, multi, dict } from './options.ts'
export type { OptionSpec, OptionSpecs, OptionValues, OptionDetails, OptionType } from './options.ts'
export type { Change, FlavorSize } from './change.ts'
export { defineFilter } from './filter.ts'
export { askHolders } from './holders.ts'
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
export { compileStrictPredicate } from './version-predicate.ts'
export { requestedFlavor } from './requested-flavor.ts'
export { growGroup } from './grow-group.ts'
export { Host, hostLabel } from './host.ts'
export type { Aggregate, ComputeService, HostFields, Hosts, Instance, Metric } from './host.ts'
export { attribute, attributeReader } from './attributes.ts'
export type { HostStateShape } from './attributes.ts'
export { fitNuma } from './numa/fit.ts'
export { describeNumaShortage } from './numa/describe.ts'
export { NUMA_OPTIONS, numaQuestion } from './numa/question.ts'
export type { NumaAsked, NumaQuestion } from './numa/question.ts'
export { NUMA_SHORTAGE_REASONS, numaShortage } from './numa/shortage.ts'
export type {
  CpuPolicy,
  CpuThreadPolicy,
  CpuTopology,
  HostCell,
  HostTopology,
  InstanceCell,
  InstanceTopology,
  NumaLimits,
  PagePool,
} from './numa/topology.ts'
export type { NumaRules } from './numa/rules.ts'
export { freePciDevices, pciDevicesOn } from './pci/count.ts'
export { describePciShortage } from './pci/describe.ts'
export type { PciPool, PciRequest } from './pci/pool.ts'
export type { PciRules } from './pci/rules.ts'
export { pciShortage } from './pci/shortage.ts'
export type { PciDifference, PciPoolAnswer, PciRefusal, PciShortage } from './pci/shortage.ts'
export { PCI_ANYWHERE } from './pci/sieves.ts'
export type { PciPlace } from './pci/sieves.ts'
export { supportsPciRequests } from './pci/take.ts'
export { METRICS_OPTIONS, metricSettings, parseNumberSettings } from './settings.ts'
export type { NumberSettings } from './settings.ts'
export { aggregateValues, smallestAggregateNumber } from './aggregates.ts'
export type {
  DataMap,
  Flavor,
  Group,
  Image,
  Limits,
  Request,
  RequestedDestination,
  RequestField,
  Retry,
} from './request.ts'
export type { Rules } from './rules.ts'
export * from './python.ts'
export { isNovaSchedError, NovaSchedError } from '../errors.ts'
export type { Log } from '../util/log.ts'
export type { Timer } from '../util/timer.ts'
