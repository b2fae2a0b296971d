import { createFileRoute } from '@tanstack/react-router'
import { endpoint } from '#/app/server/endpoint.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

const handle = endpoint<{ fileId: string }>(async ({ ctx, params }) =>
  (await import('#/core/attachments/read-attachment.server.ts')).sendAttachment(ctx, { id: params.fileId }),
)

export const Route = createFileRoute('/api/files/attachments/$fileId')({
  staticData: { access: 'attachments.get' },
  server: { handlers: { GET: guardedRoute('attachments.get', handle) } },
})
