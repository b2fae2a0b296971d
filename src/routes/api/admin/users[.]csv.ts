import { createFileRoute } from '@tanstack/react-router'
import { endpoint } from '#/app/server/endpoint.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

const handle = endpoint(async (call) =>
  (await import('#/features/administration/index.server.ts')).downloadUsers(call),
)

export const Route = createFileRoute('/api/admin/users.csv')({
  staticData: { access: 'admin.users.export' },
  server: { handlers: { GET: guardedRoute('admin.users.export', handle) } },
})
