import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute('audit.export', async (call) =>
  (await import('#/features/audit-log/index.server.ts')).downloadAudit(call),
)

export const Route = createFileRoute('/api/admin/audit.csv')({
  staticData: { access: 'audit.export' },
  server: { handlers: { GET: handle } },
})
