import { authorize, may } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { accessTable } from '#/app/registry/access.ts'
import { permissionsAccess } from './permissions.access.ts'

/**
 * Whatever the person may do in the active workspace, by the names of the table: the server's own answer to
 * what the page has worked out.
 */
export async function listPermissions(ctx: VerbContext): Promise<{ actions: string[] }> {
  const actor = authorize(ctx.actor, permissionsAccess.mine)
  return { actions: [...accessTable.values()].filter((rule) => may(actor, rule)).map((rule) => rule.action) }
}
