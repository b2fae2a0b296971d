import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute<{ exportId: string }>('account.export', async (call) =>
  (await import('#/features/account/index.server.ts')).sendExport(call),
)

export const Route = createFileRoute('/api/account/export/$exportId')({
  staticData: { access: 'account.export' },
  server: { handlers: { GET: handle } },
})
