import { TRPCError } from '@trpc/server'
import superjson, { type SuperJSONResult } from 'superjson'

/** What JSON does not know and our inputs hold. */
const types = ['Date', 'undefined', 'number']
const DEPTH_MAX = 12

/**
 * Reads the input of a call, of whoever sends it. Superjson would make anything that the sender describes in
 * a few bytes: lists of a billion numbers, or one object in ten places of each of ten others, which whoever
 * walks through it takes for ten billion. Here the input is what stands in its JSON, and `meta` may only say
 * which of its values are dates and the like. Throws TRPCError.
 */
export const inputTransformer = {
  serialize: superjson.serialize,
  deserialize(sent: unknown): unknown {
    const { json, meta = {} } = isRecord(sent) ? sent : { meta: sent }
    if (!isRecord(meta) || !isPlain(meta.values)) throw malformed()
    try {
      // What occurs in several places stands in each of them, so `referentialEqualities` are not needed.
      return superjson.deserialize({ json, meta: { values: meta.values, v: 1 } } as SuperJSONResult, {
        inPlace: true,
      })
    } catch {
      throw malformed()
    }
  },
}

const malformed = () => new TRPCError({ code: 'BAD_REQUEST', message: 'errors:malformed' })

/**
 * Whether the annotations name a type for the whole input, or for values of it by their path, as superjson
 * writes them of plain data.
 */
function isPlain(values: unknown): boolean {
  if (values === undefined || isType(values)) return true
  return (
    isRecord(values) &&
    Object.entries(values).every(([path, type]) => isType(type) && path.split('.').length <= DEPTH_MAX)
  )
}

const isType = (value: unknown) =>
  Array.isArray(value) && value.length === 1 && types.includes(value[0] as string)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
