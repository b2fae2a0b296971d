import { type AccessRule, authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'

/**
 * Authorizes like the first line of every verb and returns the allowed action. Throws unauthenticated,
 * forbidden.
 */
export async function checkPermission(ctx: VerbContext, rule: AccessRule): Promise<{ actions: string[] }> {
  authorize(ctx.actor, rule)
  return { actions: [rule.action] }
}
