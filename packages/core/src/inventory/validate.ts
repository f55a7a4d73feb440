import { inventory as validateInventory, inventoryFields } from '../generated/validators.ts'
import type { Path } from '../util/documents/path.ts'
import { schemaMisfits, unknownFields } from '../util/documents/schema-check.ts'
import type { FieldTable, Misfit, SchemaValidator } from '../util/documents/schema-check.ts'
import { SECTIONS } from './part.ts'
import type { Made, Part } from './part.ts'
import { pathIn } from './remarks.ts'
import type { Remark } from './remarks.ts'

const validator: SchemaValidator = validateInventory
const fields: FieldTable = inventoryFields

/**
 * Everything in a part that does not fit the schema of inventories, with paths of the file it came from. In a
 * document of our own form a field that is nearly one of ours is an error as well: it would be ignored.
 */
export function partMisfits(part: Part): readonly Remark[] {
  const own = part.own === undefined ? [] : ownMisfits(part.own)
  return [
    ...own.map(({ path, message }): Remark => ({ level: 'error', message, part, path: ownPath(part, path) })),
    ...SECTIONS.flatMap((section) => madeMisfits(part, section, part.sections?.[section] ?? [])),
    ...madeMisfits(part, 'hosts', part.services ?? []),
  ]
}

function ownMisfits(document: Readonly<Record<string, unknown>>): readonly Misfit[] {
  const slips = unknownFields(fields, document).flatMap(({ path, near }) => {
    return near === undefined ? [] : [{ path, message: `is not known, did you mean ${near}?` }]
  })
  return [...schemaMisfits(validator, document), ...slips]
}

/** A file that is a list of hosts has them at its top. */
function ownPath({ isList }: Part, path: Path): Path {
  return isList === true ? path.slice(1) : path
}

function madeMisfits(part: Part, section: string, made: readonly Made[]): readonly Remark[] {
  if (made.length === 0) return []
  const document = { [section]: made.map(({ value }) => value) }
  return schemaMisfits(validator, document).map(({ path: [, index, ...field], message }) => {
    const place = made[Number(index)]?.place ?? { path: [] }
    return { level: 'error', message, part, path: pathIn(place, field), line: place.line }
  })
}
