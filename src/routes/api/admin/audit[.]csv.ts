import { createFileRoute } from '@tanstack/react-router'
import { downloadAudit } from '#/app/registry/csv-exports.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/admin/audit.csv')({
  staticData: { access: 'audit.export' },
  server: { handlers: { GET: guardedRoute('audit.export', downloadAudit) } },
})
