import { authorize } from '@plinth/core/access'
import { databaseNow } from '@plinth/core/database/server'
import { type VerbContext, readLimit } from '@plinth/core/verb/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ChatLimits } from '../chat-services.server.ts'
import { messageLimitKey } from './admit-message.server.ts'
import { readTokens } from './token-budget.server.ts'

/**
 * Returns the usage of the limits: the user's messages in the current minute, and today's tokens of the user
 * and of the workspace. Any member.
 */
export async function readUsage(ctx: VerbContext, limits: ChatLimits) {
  const actor = authorize(ctx.actor, chatsAccess.usage)
  const counted = await readLimit(ctx.db, messageLimitKey(actor.userId))
  const { user, workspace, resetsAt } = await readTokens(ctx.db, actor)
  const max = limits.requestsPerMinute
  return {
    requests: {
      used: Math.min(counted?.count ?? 0, max),
      max,
      resetsAt: counted ? new Date(databaseNow().getTime() + counted.waitSeconds * 1000) : null,
    },
    tokens: { used: user, max: limits.tokensPerDay, resetsAt },
    workspaceTokens: { used: workspace, max: limits.workspaceTokensPerDay, resetsAt },
  }
}
