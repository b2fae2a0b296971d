import { authorize, type AccessRule } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'

/**
 * Authorizes, as the first line of every verb does, and returns the allowed action. Throws unauthenticated,
 * forbidden.
 */
export async function checkPermission(ctx: VerbContext, rule: AccessRule): Promise<{ actions: string[] }> {
  authorize(ctx.actor, rule)
  return { actions: [rule.action] }
}
