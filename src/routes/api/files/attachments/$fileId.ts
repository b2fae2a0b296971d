import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute, sendAttachment } from '@plinth/core/app/server'

const handle = guardedRoute<{ fileId: string }>('attachments.get', ({ ctx, params }) =>
  sendAttachment(ctx, params),
)

export const Route = createFileRoute('/api/files/attachments/$fileId')({
  staticData: { access: 'attachments.get' },
  server: { handlers: { GET: handle } },
})
