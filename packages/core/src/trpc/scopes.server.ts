import type { AnyTRPCRouter } from '@trpc/server'
import { proceduresOf } from './trpc.server.ts'

/** What a token may do with a router: `things:read` for its queries, `things:write` for all of it. */
export type Scope = `${string}:${'read' | 'write'}`

/** The scopes of the procedures that programs may call. */
export function scopesOf(router: AnyTRPCRouter): Scope[] {
  const scopes = Object.entries(proceduresOf(router)).flatMap(([name, { _def }]) =>
    _def.meta?.api ? [scopeOf(name, _def.type)] : [],
  )
  return [...new Set(scopes)].toSorted()
}

/** The scope that a token needs for a procedure. */
export const scopeOf = (name: string, type: string): Scope =>
  `${name.split('.')[0] ?? ''}:${type === 'query' ? 'read' : 'write'}`

type Declared = { declared: readonly Scope[] | undefined; router: AnyTRPCRouter }

/** Throws if the scopes that a feature declares are not those of its procedures. */
export function requireScopes(feature: string, { declared = [], router }: Declared): void {
  const scopes = scopesOf(router)
  if (scopes.join() !== declared.toSorted().join())
    throw new Error(
      `The feature ${feature} declares the scopes [${declared.join()}], its operations [${scopes.join()}]`,
    )
}
