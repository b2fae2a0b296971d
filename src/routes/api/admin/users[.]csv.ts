import { createFileRoute } from '@tanstack/react-router'
import { downloadUsers } from '#/app/csv-endpoints.server.ts'
import { guardedRoute } from '#/app/guarded.server.ts'

export const Route = createFileRoute('/api/admin/users.csv')({
  staticData: { access: 'admin.users.export' },
  server: { handlers: { GET: guardedRoute('admin.users.export', downloadUsers) } },
})
