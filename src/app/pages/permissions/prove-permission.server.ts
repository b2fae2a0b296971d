import { authorize, type AccessRule } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'

/**
 * Does nothing but ask its rule, as the first line of every verb does. Answers what it let pass. Throws
 * unauthenticated, forbidden.
 */
export async function provePermission(ctx: VerbContext, rule: AccessRule): Promise<{ actions: string[] }> {
  authorize(ctx.actor, rule)
  return { actions: [rule.action] }
}
