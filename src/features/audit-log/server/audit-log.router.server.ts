import { procedure, router } from '#/core/trpc/trpc.server.ts'
import { auditAccess } from '../audit-log.access.ts'
import { auditPageInput, listAuditInput } from '../audit-log.schema.ts'
import { listAudit, listOrganizationAudit, listOwnAudit } from './list-audit.server.ts'

export const auditRouter = router({
  list: procedure(auditAccess.list)
    .input(listAuditInput)
    .query(({ ctx, input }) => listAudit(ctx, input)),
  mine: procedure(auditAccess.mine)
    .input(auditPageInput)
    .query(({ ctx, input }) => listOwnAudit(ctx, input)),
  organization: procedure(auditAccess.organization)
    .input(auditPageInput)
    .query(({ ctx, input }) => listOrganizationAudit(ctx, input)),
})
