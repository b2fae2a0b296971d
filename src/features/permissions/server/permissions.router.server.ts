import type { AccessRule } from '@plinth/core/access'
import { procedure, router } from '@plinth/core/verb/server'
import { permissionsAccess } from '../permissions.access.ts'
import { checkPermission } from './check-permission.server.ts'
import { listPermissions } from './list-permissions.server.ts'
import { readSources } from './read-sources.server.ts'

/** A procedure that does nothing but enforce its rule. */
const check = (rule: (typeof permissionsAccess)[keyof typeof permissionsAccess]) =>
  procedure(rule).query(({ ctx }) => checkPermission(ctx, rule))

export const createPermissionsRouter = (rules: readonly AccessRule[]) =>
  router({
    sources: procedure(permissionsAccess.sources).query(({ ctx }) => readSources(ctx)),
    mine: procedure(permissionsAccess.mine).query(({ ctx }) => listPermissions(ctx, rules)),
    verified: check(permissionsAccess.verified),
    inOrganization: check(permissionsAccess.inOrganization),
    workspaceAdmin: check(permissionsAccess.workspaceAdmin),
    workspaceOwner: check(permissionsAccess.workspaceOwner),
    applicationAdmin: check(permissionsAccess.applicationAdmin),
    notImpersonated: check(permissionsAccess.notImpersonated),
  })
