import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

type Sources = {
  /** Values for fields named `id`, `somethingId` or `cursor`. */
  ids: Arbitrary<string>
  /** The image that a form sends in its field `file`. */
  picture: Uint8Array
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/**
 * Generates inputs for a procedure's schema. Most pass it; some are rejected by rules that JSON schema cannot
 * express. Generates undefined without a schema.
 */
export function inputOf(schema: z.ZodType | undefined, sources: Sources): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  if (isForm(schema)) return fc.constant(null).map(() => formOf(sources.picture))
  return valueOf('', json, sources)
}

/** Uploads take form data, which JSON schema cannot describe. */
function isForm(schema: z.ZodType): boolean {
  return !schema.safeParse({}).success && schema.safeParse(formOf(new Uint8Array([1]))).success
}

function formOf(picture: Uint8Array): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' }))
  return form
}

function valueOf(name: string, schema: JsonSchema, sources: Sources): Arbitrary<unknown> {
  if (/^id$|Id$|^cursor$/.test(name)) return sources.ids
  if (name === 'url') return fc.webUrl({ validSchemes: ['https'] })
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => valueOf(name, one, sources)))
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([key, field]) => [key, valueOf(key, field, sources)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(valueOf(name.replace(/s$/, ''), schema.items ?? {}, sources), { maxLength: 3 })
    case 'string':
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 20) })
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1000),
        max: Math.min(schema.maximum ?? 1000, 1000),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.constantFrom(undefined, null, 'text', 1, new Date(0))
  }
}
