import { createFileRoute } from '@tanstack/react-router'
import { endpoint } from '#/app/server/endpoint.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

const handle = endpoint<{ exportId: string }>(async (call) =>
  (await import('#/features/account/index.server.ts')).sendExport(call),
)

export const Route = createFileRoute('/api/account/export/$exportId')({
  staticData: { access: 'account.export' },
  server: { handlers: { GET: guardedRoute('account.export', handle) } },
})
