import { TRPCError } from '@trpc/server'
import superjson, { type SuperJSONResult } from 'superjson'

/** The types of inputs that JSON lacks. */
const types = ['Date', 'undefined', 'number']
const DEPTH_MAX = 12

/**
 * Deserializes untrusted input. Superjson would build what a few bytes describe: lists of a billion numbers,
 * or nested references that multiply to ten billion objects. Here `meta` may only mark values of the JSON as
 * dates or `undefined`. Throws TRPCError.
 */
export const inputTransformer = {
  serialize: superjson.serialize,
  deserialize(sent: unknown): unknown {
    const { json, meta = {} } = isRecord(sent) ? sent : { meta: sent }
    if (!isRecord(meta) || !isPlain(meta.values)) throw malformed()
    try {
      // Repeated values are repeated in the JSON, so `referentialEqualities` are not needed.
      return superjson.deserialize({ json, meta: { values: meta.values, v: 1 } } as SuperJSONResult, {
        inPlace: true,
      })
    } catch {
      throw malformed()
    }
  },
}

const malformed = () => new TRPCError({ code: 'BAD_REQUEST', message: 'errors:malformed' })

/** Whether the annotations only name a type for the whole input or for values by path, as for plain data. */
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
