/** The kit for plugin authors: hosts and requests to test with, and cases that run through the engine. */
export { aHost, aHostInAggregate, aRequest } from './builders.ts'
export type { RequestOverrides } from './builders.ts'
export { testEnv } from './env.ts'
export type { TestEnv } from './env.ts'
export { filterCases } from './filter-cases.ts'
export type { FilterCase, FilterCases, NamedTest, PassCase, RejectCase } from './filter-cases.ts'
export { weigherCases } from './weigher-cases.ts'
export type { WeigherCase } from './weigher-cases.ts'
