import { createFileRoute } from '@tanstack/react-router'
import { downloadAudit } from '#/app/csv-endpoints.server.ts'
import { guardedRoute } from '#/app/guarded.server.ts'

export const Route = createFileRoute('/api/admin/audit.csv')({
  staticData: { access: 'audit.export' },
  server: { handlers: { GET: guardedRoute('audit.export', downloadAudit) } },
})
