export type * from './inventory.ts'
export { examineInventory, inventoryFrom, loadInventory } from './read.ts'
export type { InventoryOptions, InventoryReport } from './read.ts'
