import type { AnyTRPCRouter } from '@trpc/server'
import type { ProcedureMeta } from './trpc.server.ts'

/** Every scope that a token may have: `posts:read` for a router's queries, `posts:write` for all of it. */
export function scopesOf(router: AnyTRPCRouter): string[] {
  const procedures = router._def.procedures as Record<
    string,
    { _def: { type: string; meta?: ProcedureMeta } }
  >
  const scopes = Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.meta?.api ? [scopeOf(name, _def.type)] : [],
  )
  return [...new Set(scopes)].toSorted()
}

/** The scope that a token needs for a procedure. */
export const scopeOf = (name: string, type: string): string =>
  `${name.split('.')[0] ?? ''}:${type === 'query' ? 'read' : 'write'}`
