import { createFileRoute } from '@tanstack/react-router'
import { downloadUsers } from '#/app/registry/csv-exports.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/admin/users.csv')({
  staticData: { access: 'admin.users.export' },
  server: { handlers: { GET: guardedRoute('admin.users.export', downloadUsers) } },
})
