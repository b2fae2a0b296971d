import type { z } from 'zod'
import type { SignedInActor } from '#/core/access/actor.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { openHook, type AuthTransaction, type HookResult } from './auth-context.server.ts'

// The hooks of the organization endpoints: they ask their rule themselves, for the organization that is addressed.

type Body = Record<string, unknown>
type Query = Record<string, string | undefined>
type GuardedRequest<B, Q> = Omit<AuthTransaction, 'actor' | 'body' | 'query'> & {
  actor: SignedInActor
  body: B
  query: Q
  secret: string
  storage: Storage
}
export type GuardOutcome = HookResult

export function guarded<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: { body?: B; query?: Q },
  guard: (request: GuardedRequest<z.output<B>, z.output<Q>>) => Promise<GuardOutcome>,
) {
  return openHook(shape, (request) => {
    const { actor } = request
    if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
    return guard({ ...request, actor, storage: request.services.storage })
  })
}
