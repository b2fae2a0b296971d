import { type AccessRule, authorize, may } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { permissionsAccess } from '../permissions.access.ts'

/**
 * Returns the actions that the user may do in the active workspace, to compare with the page's own result.
 */
export async function listPermissions(
  ctx: VerbContext,
  rules: readonly AccessRule[],
): Promise<{ actions: string[] }> {
  const actor = authorize(ctx.actor, permissionsAccess.mine)
  return { actions: rules.filter((rule) => may(actor, rule)).map((rule) => rule.action) }
}
