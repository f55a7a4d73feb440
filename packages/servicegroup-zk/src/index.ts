export { ZooKeeperDriver } from './driver.ts'
