import { createFileRoute } from '@tanstack/react-router'
import { endpoint } from '#/app/server/endpoint.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

const handle = endpoint(async (call) =>
  (await import('#/features/audit-log/index.server.ts')).downloadAudit(call),
)

export const Route = createFileRoute('/api/admin/audit.csv')({
  staticData: { access: 'audit.export' },
  server: { handlers: { GET: guardedRoute('audit.export', handle) } },
})
