import { procedure, router } from '#/core/trpc/trpc.server.ts'
import { listPermissions } from './list-permissions.server.ts'
import { permissionsAccess } from './permissions.access.ts'
import { provePermission } from './prove-permission.server.ts'
import { readSources } from './read-sources.server.ts'

/** A procedure that only its rule stands before. */
const proof = (rule: (typeof permissionsAccess)[keyof typeof permissionsAccess]) =>
  procedure(rule).query(({ ctx }) => provePermission(ctx, rule))

export const permissionsRouter = router({
  sources: procedure(permissionsAccess.sources).query(({ ctx }) => readSources(ctx)),
  mine: procedure(permissionsAccess.mine).query(({ ctx }) => listPermissions(ctx)),
  verified: proof(permissionsAccess.verified),
  inOrganization: proof(permissionsAccess.inOrganization),
  workspaceAdmin: proof(permissionsAccess.workspaceAdmin),
  workspaceOwner: proof(permissionsAccess.workspaceOwner),
  applicationAdmin: proof(permissionsAccess.applicationAdmin),
  inPerson: proof(permissionsAccess.inPerson),
})
