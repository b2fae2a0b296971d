import { defineServerFeature } from '@plinth/core/feature/server'

export const auditLogFeature = defineServerFeature({
  name: 'audit-log',
  async routers(installed) {
    const { createAuditRouter } = await import('./server/audit-log.router.server.ts')
    return { audit: createAuditRouter(installed) }
  },
})
