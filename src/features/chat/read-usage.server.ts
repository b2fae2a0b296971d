import { eq } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { limitCounter } from '#/core/limits/limits.table.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { askLimitKey } from './ask.server.ts'
import type { ChatLimits } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import { readTokens } from './token-budget.server.ts'

/** How far the limits are used up: the person's requests of this minute, and the tokens of today, theirs and the workspace's. Any member. */
export async function readUsage(ctx: VerbContext, limits: ChatLimits) {
  const actor = authorize(ctx.actor, chatsAccess.usage)
  const [counter] = await ctx.db
    .select()
    .from(limitCounter)
    .where(eq(limitCounter.key, askLimitKey(actor.userId)))
  const isOpen = counter !== undefined && counter.resetsAt.getTime() > Date.now()
  const tokens = await readTokens(ctx.db, { userId: actor.userId, workspace: actor.workspace })
  const max = limits.requestsPerMinute
  return {
    requests: { used: isOpen ? Math.min(counter.count, max) : 0, max, resetsAt: isOpen ? counter.resetsAt : null },
    tokens: { used: tokens.person, max: limits.tokensPerDay, resetsAt: tokens.resetsAt },
    workspaceTokens: { used: tokens.workspace, max: limits.workspaceTokensPerDay, resetsAt: tokens.resetsAt },
  }
}
