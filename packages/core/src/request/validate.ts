import { novaRequest, novaRequestFields, shortRequest, shortRequestFields } from '../generated/validators.ts'
import type { Path } from '../util/documents/path.ts'
import { schemaMisfits, unknownFields } from '../util/documents/schema-check.ts'
import type { FieldTable, SchemaValidator } from '../util/documents/schema-check.ts'

/** Something that is wrong or odd in a request. */
export interface RequestMisfit {
  readonly level: 'error' | 'warning'
  readonly path: Path
  readonly message: string
}

const FORMS = {
  short: { validator: shortRequest as SchemaValidator, fields: shortRequestFields as FieldTable },
  nova: { validator: novaRequest as SchemaValidator, fields: novaRequestFields as FieldTable },
} as const

/**
 * Everything in a request that does not fit its schema. A field that is nearly a known one is an error. Other unknown
 * fields are told of in a short request, which people write; Nova's own form carries many, which are kept.
 */
export function requestMisfits(form: keyof typeof FORMS, value: unknown): readonly RequestMisfit[] {
  const { validator, fields } = FORMS[form]
  const misfits = schemaMisfits(validator, value).map((misfit) => ({ ...misfit, level: 'error' as const }))
  const unknown = unknownFields(fields, value).flatMap(({ path, near, known }): RequestMisfit[] => {
    if (near !== undefined) return [{ level: 'error', path, message: `is not known, did you mean ${near}?` }]
    if (form === 'nova') return []
    const names = known.filter((name) => name !== '$schema').join(', ')
    return [{ level: 'warning', path, message: `is not known, and ignored; known are ${names}` }]
  })
  return [...misfits, ...unknown]
}
