import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute<{ imageId: string }>('posts.image', async (call) =>
  (await import('#/features/posts/index.server.ts')).sendPostImage(call),
)

export const Route = createFileRoute('/api/files/posts/$imageId')({
  staticData: { access: 'posts.image' },
  server: { handlers: { GET: handle } },
})
