import { z } from 'zod'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [key: string]: unknown
}

type Options = { io: 'input' | 'output'; name: string; hidden?: readonly string[] }

/** The types that mean any value. Every other type of zod that JSON Schema lacks comes out empty. */
const anything = new Set(['any', 'unknown', 'json'])

/**
 * The JSON Schema of a zod schema, with dates as ISO 8601 texts. Throws for a type that JSON lacks, with
 * the name of the procedure.
 */
export function jsonSchemaOf(schema: z.ZodType, { io, name, hidden = [] }: Options): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    // Repeated parts are repeated in the document too.
    reused: 'inline',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { type } = zodSchema._zod.def
      if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      else if (Object.keys(jsonSchema).length === 0 && !anything.has(type))
        throw new Error(`${name}: JSON has no ${type}`)
      // Later versions may return more.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as JsonSchema
  for (const field of hidden) delete json.properties?.[field]
  // What a list needs is filled in, also without any input.
  delete json.default
  return json
}

/** The fields of an object's schema, also behind a default or a refinement. */
export function fieldsOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  if (schema === undefined) return {}
  const def = defOf(schema)
  if (def.type === 'object') return def.shape ?? {}
  return fieldsOf(innerOf(def))
}

type Def = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def
const innerOf = ({ innerType, in: input }: Def) => innerType ?? input

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Returns the value of JSON as the schema expects it: texts become dates. With `isText`, as in a query,
 * texts also become numbers and booleans. What doesn't fit stays, and the schema refuses it.
 */
export function fromJson(schema: z.ZodType, value: unknown, isText = false): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, entry]) => {
              const field = Object.hasOwn(def.shape ?? {}, key) ? def.shape?.[key] : undefined
              return [key, field ? fromJson(field, entry, isText) : entry]
            }),
          )
        : value
    case 'array': {
      const list = isText && !Array.isArray(value) ? [value] : value
      const { element } = def
      return Array.isArray(list) && element ? list.map((entry) => fromJson(element, entry, isText)) : list
    }
    case 'date':
      return typeof value === 'string' && ISO_DATE.test(value) ? new Date(value) : value
    case 'number':
      return isText && typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)
        ? Number(value)
        : value
    case 'boolean':
      return isText && (value === 'true' || value === 'false') ? value === 'true' : value
    default: {
      const inner = innerOf(def)
      return inner ? fromJson(inner, value, isText) : value
    }
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
