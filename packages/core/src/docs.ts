/** What the tables of the documentation are made of: no part of the contract. */
export { builtInOptions, CORE_OWNER, optionsOf } from './conf/known.ts'
export { changesBetween } from './conf/release-changes.ts'
export { KILO, NEWEST, novaRelease } from './conf/release-names.ts'
export { eraOf } from './conf-check/plugin-history.ts'
export { IN_TREE_PLUGINS, RELEASE_NUMBERS } from './releases.ts'
