import type { Actor } from '#/core/access/actor.ts'
import { AppError } from '#/lib/app-error.ts'
import { OWNER_PARAM, ownerOf } from './viewer.ts'

/**
 * Refuses a write whose page was made for another user or workspace than the session is in now: a sign-out,
 * an account switch or a workspace switch in another tab must not send it elsewhere. Requests that name no
 * owner pass: those of other clients. Throws AppError unauthenticated when the session has ended, else
 * conflict.
 */
export function checkPageOwner({ method, url }: Request, actor: Actor): void {
  const owner = method === 'POST' ? new URL(url).searchParams.get(OWNER_PARAM) : null
  if (owner === null) return
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
  if (ownerOf(actor) !== owner) throw new AppError('conflict', 'errors:otherAccount')
}
