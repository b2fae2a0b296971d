import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server/guarded.server.ts'

const handle = guardedRoute<{ fileId: string }>('attachments.get', async ({ ctx, params }) =>
  (await import('@plinth/core/attachments/read-attachment.server.ts')).sendAttachment(ctx, {
    id: params.fileId,
  }),
)

export const Route = createFileRoute('/api/files/attachments/$fileId')({
  staticData: { access: 'attachments.get' },
  server: { handlers: { GET: handle } },
})
