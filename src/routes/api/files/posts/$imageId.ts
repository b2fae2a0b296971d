import { createFileRoute } from '@tanstack/react-router'
import { endpoint } from '#/app/server/endpoint.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

const handle = endpoint<{ imageId: string }>(async (call) =>
  (await import('#/features/posts/index.server.ts')).sendPostImage(call),
)

export const Route = createFileRoute('/api/files/posts/$imageId')({
  staticData: { access: 'posts.image' },
  server: { handlers: { GET: guardedRoute('posts.image', handle) } },
})
