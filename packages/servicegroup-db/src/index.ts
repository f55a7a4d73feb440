/** Nova's `services` table: the records of services, and who is alive by their heartbeats. */
export { DbDriver } from './driver.ts'
export { DatabaseServiceStore } from './store.ts'
