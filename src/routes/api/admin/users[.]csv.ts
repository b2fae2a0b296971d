import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute('admin.users.export', async (call) =>
  (await import('#/features/administration/index.server.ts')).downloadUsers(call),
)

export const Route = createFileRoute('/api/admin/users.csv')({
  staticData: { access: 'admin.users.export' },
  server: { handlers: { GET: handle } },
})
