import type { Installed } from '@plinth/core/feature/server'
import { procedure, router } from '@plinth/core/verb/server'
import { auditAccess } from '../audit-log.access.ts'
import { auditPageInput, listAuditInput } from '../audit-log.schema.ts'
import { listAudit, listOrganizationAudit, listOwnAudit } from './list-audit.server.ts'

export const createAuditRouter = ({ activityTargets }: Installed) =>
  router({
    list: procedure(auditAccess.list)
      .input(listAuditInput)
      .query(async ({ ctx, input }) => listAudit(ctx, input, await activityTargets())),
    mine: procedure(auditAccess.mine)
      .input(auditPageInput)
      .query(({ ctx, input }) => listOwnAudit(ctx, input)),
    organization: procedure(auditAccess.organization)
      .input(auditPageInput)
      .query(async ({ ctx, input }) => listOrganizationAudit(ctx, input, await activityTargets())),
  })
