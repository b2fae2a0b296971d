import { TRPCError } from '@trpc/server'
import superjson from 'superjson'

const DEPTH_MAX = 12
const PATH_MAX = 10_000
/** Of all Sets and Maps of an input. Members chosen to collide cost the square: 20,000 take 2 s. */
const MEMBERS_MAX = 1_000
const BIGINT = /^-?\d{1,1000}$/

/**
 * Builds the types that JSON lacks from what superjson's `serialize` sends. Superjson's own `deserialize`
 * would build whatever a few bytes describe: lists of a billion numbers, or references that multiply to ten
 * billion objects. Here each annotation replaces one value of the JSON, and depth and members are bounded
 * before anything is built. Repeated values are repeated in the JSON, so `referentialEqualities` are not
 * needed. Throws TRPCError.
 */
export const inputTransformer = {
  serialize: superjson.serialize,
  deserialize(sent: unknown): unknown {
    const { json, meta = {} } = isRecord(sent) ? sent : { meta: sent }
    if (!isRecord(meta)) throw malformed()
    const { values } = meta
    const root = { json }
    const limits: Limits = { levels: DEPTH_MAX, members: { left: MEMBERS_MAX } }
    if (Array.isArray(values)) replace(root, { key: 'json', annotation: values, ...limits })
    else replaceWithin(json, values, limits)
    return root.json
  },
}

type Limits = { levels: number; members: { left: number } }

/** Replaces the value at `key` after the values within it: a Set is built of finished members. */
function replace(
  holder: Record<string, unknown>,
  { key, annotation, ...limits }: Limits & { key: string; annotation: unknown },
): void {
  if (!Array.isArray(annotation)) throw malformed()
  const [type, within] = annotation as unknown[]
  replaceWithin(holder[key], within, limits)
  holder[key] = build(type, holder[key], limits.members)
}

function replaceWithin(value: unknown, annotations: unknown, { levels, members }: Limits): void {
  if (annotations === undefined) return
  if (!isRecord(annotations)) throw malformed()
  for (const [path, annotation] of Object.entries(annotations)) {
    if (path.length > PATH_MAX) throw malformed()
    const keys = keysOf(path)
    const depth = keys.length
    if (depth > levels) throw malformed()
    const last = keys.pop() ?? ''
    const holder = holderOf(
      keys.reduce((parent: unknown, key) => holderOf(parent, key)[key], value),
      last,
    )
    replace(holder, { key: last, annotation, levels: levels - depth, members })
  }
}

/** A list or object of the JSON that has this key; what was already built has none. */
function holderOf(value: unknown, key: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) throw malformed()
  return value as Record<string, unknown>
}

/** The keys of `a.0.b`; superjson escapes a dot or backslash in a key. No key may contain NUL. */
const keysOf = (path: string) =>
  path.replaceAll(/\\(.)|\./g, (_all, escaped?: string) => escaped ?? '\0').split('\0')

function build(type: unknown, sent: unknown, members: Limits['members']): unknown {
  if (type === 'undefined' && sent === null) return undefined
  if (type === 'set' && Array.isArray(sent)) return new Set(counted(sent, members))
  if (type === 'map' && Array.isArray(sent) && sent.every(isEntry)) return new Map(counted(sent, members))
  if (typeof sent === 'string') {
    if (type === 'Date') return new Date(sent)
    if (type === 'number') return Number(sent)
    if (type === 'bigint' && BIGINT.test(sent)) return BigInt(sent)
  }
  throw malformed()
}

function counted<Member>(list: Member[], members: Limits['members']): Member[] {
  members.left -= list.length
  if (members.left < 0) throw malformed()
  return list
}

const malformed = () => new TRPCError({ code: 'BAD_REQUEST', message: 'errors:malformed' })
const isEntry = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
