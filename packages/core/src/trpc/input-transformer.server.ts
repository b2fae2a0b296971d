import { TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'

/** For a call; a batch has ten. A hundred thousand in a request would hold the event loop for 300 ms. */
const ANNOTATIONS_MAX = 2_000

/** What an input may hold beside JSON: dates, undefined, NaN and infinities. */
const annotation = z.tuple([z.enum(['Date', 'undefined', 'number'])])
const annotations = z
  .custom((sent) => Object.keys(Object(sent) as object).length <= ANNOTATIONS_MAX)
  .pipe(z.union([annotation, z.record(z.string().max(200), annotation)]))
const envelope = z.object({
  json: z.unknown().optional(),
  meta: z.object({ values: annotations.optional() }).optional(),
})

/**
 * Superjson for inputs, with those of its types that cost no more than their bytes: others describe lists of
 * a billion numbers, references that multiply, or members chosen to collide. Send a Set or Map as a list, a
 * bigint as text, and no more than 2,000 dates in a call. Throws TRPCError.
 */
export const inputTransformer = {
  serialize: superjson.serialize,
  deserialize(sent: unknown): unknown {
    const { data } = envelope.safeParse(sent)
    if (!data) throw malformed()
    const { json, meta } = data
    try {
      const values = meta?.values
      return superjson.deserialize({ json, meta: values && { values, v: 1 } } as never, { inPlace: true })
    } catch {
      throw malformed()
    }
  },
}

const malformed = () => new TRPCError({ code: 'BAD_REQUEST', message: 'errors:malformed' })
