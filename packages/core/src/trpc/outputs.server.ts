import { z } from 'zod'

// Schemas of what procedures return, for their `.output(...)`. In server files only: pages need the types
// alone.

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** What was changed, by its id. */
export const idOutput = z.object({ id: z.string() })

/** A user as other members of the workspace see them; null once the account is deleted. */
export const userOutput = z
  .object({ id: z.string(), name: z.string(), image: z.string().nullable() })
  .nullable()

type Stored<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]>>
}

/**
 * The fields of a form as they are returned: of the same types, without the checks that they passed
 * before.
 */
export const stored = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>): Stored<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, type]) => [name, withoutChecks(type as z.ZodType)]),
  ) as Stored<Shape>

type Def = { type: string; innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType }

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

function withoutChecks(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input, element } = defOf(schema)
  if (type === 'string') return z.string()
  if (type === 'number') return z.number()
  if (type === 'date') return z.date()
  if (type === 'nullable' && innerType) return withoutChecks(innerType).nullable()
  if (type === 'optional' && innerType) return withoutChecks(innerType).optional()
  if (type === 'array' && element) return z.array(withoutChecks(element))
  // `required` of src/lib/fields.ts: what may be null in the form is not null once it is stored.
  const required = input && defOf(input)
  const inner = required?.type === 'nullable' ? required.innerType : (innerType ?? input)
  return inner ? withoutChecks(inner) : schema
}
