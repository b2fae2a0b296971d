import { authorize, type AccessRule } from '@plinth/core/access/access.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'

/**
 * Authorizes like the first line of every verb and returns the allowed action. Throws unauthenticated,
 * forbidden.
 */
export async function checkPermission(ctx: VerbContext, rule: AccessRule): Promise<{ actions: string[] }> {
  authorize(ctx.actor, rule)
  return { actions: [rule.action] }
}
