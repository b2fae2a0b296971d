import type { Workspace } from '@plinth/core/access'
import type { OpenDatabase } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import type { CurrentContext } from './chat-services.server.ts'

type Sender = { db: OpenDatabase['db']; userId: string; workspace: Workspace }

/**
 * Returns a CurrentContext, which reads the sender's current session for each tool call and requires the
 * workspace the message was sent in. It throws unauthenticated, conflict.
 */
export function currentContextOf(ctx: VerbContext, { db, userId, workspace }: Sender): CurrentContext {
  return async (signal) => {
    const actor = await ctx.actorNow()
    if (actor.kind !== 'user' || actor.userId !== userId)
      throw new AppError('unauthenticated', 'errors:signInFirst')
    if (actor.workspace.organizationId !== workspace.organizationId)
      throw new AppError('conflict', 'chat:errors.workspaceChanged')
    return { ...ctx, db, actor, signal }
  }
}
