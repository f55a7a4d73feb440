export { MemcachedDriver } from './driver.ts'
