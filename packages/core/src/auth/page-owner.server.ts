import type { Actor } from '#/access/actor.ts'
import { AppError } from '#/lib/app-error.ts'
import { OWNER_PARAM, ownerOf } from './viewer.ts'

/**
 * Rejects a write from a page that was rendered for another user or workspace than the session's, so that a
 * sign-out, account switch or workspace switch in another tab can't redirect the write. Requests of other
 * clients name no owner and pass. Throws what `requireSameOwner` throws.
 */
export function checkPageOwner({ method, url }: Request, actor: Actor): void {
  const owner = method === 'POST' ? new URL(url).searchParams.get(OWNER_PARAM) : null
  if (owner !== null) requireSameOwner(actor, owner)
}

/**
 * Throws AppError unauthenticated when the session has ended, conflict when it has another user or workspace.
 */
export function requireSameOwner(actor: Actor, owner: string): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
  if (ownerOf(actor) !== owner) throw new AppError('conflict', 'errors:otherAccount')
}
