import { createFileRoute } from '@tanstack/react-router'
import { sendExport } from '#/app/server/send-export.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/account/export/$exportId')({
  staticData: { access: 'account.export' },
  server: { handlers: { GET: guardedRoute('account.export', sendExport) } },
})
