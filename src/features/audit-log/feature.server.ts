import { defineServerFeature } from '#/core/feature.server.ts'

export const auditLogFeature = defineServerFeature({
  name: 'audit-log',
  routers: async () => ({ audit: (await import('./server/audit-log.router.server.ts')).auditRouter }),
})
