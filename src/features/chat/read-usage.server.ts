import { authorize } from '#/core/access/access.ts'
import { databaseNow } from '#/core/db/clock.server.ts'
import { readLimit } from '#/core/limits/limits.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { askLimitKey } from './ask.server.ts'
import type { ChatLimits } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import { readTokens } from './token-budget.server.ts'

/**
 * How far the limits are used up: the person's requests of this minute, and the tokens of today, theirs and
 * the workspace's. Any member.
 */
export async function readUsage(ctx: VerbContext, limits: ChatLimits) {
  const actor = authorize(ctx.actor, chatsAccess.usage)
  const counted = await readLimit(ctx.db, askLimitKey(actor.userId))
  const tokens = await readTokens(ctx.db, { userId: actor.userId, workspace: actor.workspace })
  const max = limits.requestsPerMinute
  return {
    requests: {
      used: Math.min(counted?.count ?? 0, max),
      max,
      resetsAt: counted ? new Date(databaseNow().getTime() + counted.waitSeconds * 1000) : null,
    },
    tokens: { used: tokens.person, max: limits.tokensPerDay, resetsAt: tokens.resetsAt },
    workspaceTokens: { used: tokens.workspace, max: limits.workspaceTokensPerDay, resetsAt: tokens.resetsAt },
  }
}
