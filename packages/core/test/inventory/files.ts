import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { describeFinding } from '../../src/errors.ts'
import type { Inventory } from '../../src/inventory/inventory.ts'
import { examineInventory } from '../../src/inventory/read.ts'
import type { InventoryOptions } from '../../src/inventory/read.ts'

/** A new folder with these files, gone when the test is over. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-inventory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** What reading some files told, with hints left out. */
export interface Told {
  readonly inventory: Inventory | null
  readonly code: string | undefined
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Reads files as one inventory, in the order they are given. */
export async function examine(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: InventoryOptions = {},
): Promise<Told> {
  const folder = folderWith(files)
  const resolve = (name: string): string => join(folder, name)
  const { inventory, findings, error } = await examineInventory(Object.keys(files), { resolve, ...options })
  const told = (level: string): string[] => findings.filter((finding) => finding.level === level).map(describeFinding)
  return { inventory, code: error?.code, errors: told('error'), warnings: told('warning') }
}

/** A value as JSON would give it back. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
