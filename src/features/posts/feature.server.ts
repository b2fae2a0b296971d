import { defineServerFeature } from '@plinth/core/feature/server'
import { ownFiles } from '@plinth/core/files/server'
import { postImageFiles, postsSettings, sweepPostsJob } from './server/sweep-posts.server.ts'

ownFiles(postImageFiles)

export const postsFeature = defineServerFeature({
  name: 'posts',
  routers: async () => ({ posts: (await import('./server/posts.router.server.ts')).postsRouter }),
  scopes: ['posts:read', 'posts:write'],
  settings: postsSettings,
  jobs: () => [sweepPostsJob],
  publicEvents: {
    'post.create': 'posts.created',
    'post.update': 'posts.updated',
    'post.delete': 'posts.deleted',
    'post.restore': 'posts.restored',
  },
  async accountExport(db, userId) {
    const { postRows } = await import('./server/post-rows.server.ts')
    const { exportPostImages } = await import('./server/post-images.server.ts')
    const images = await exportPostImages(db, userId)
    return [
      { path: 'posts.json', rows: postRows.exportOf(db, userId) },
      ...images.map((image) => ({ path: `post-images/${image.fileId}.webp`, ...image })),
    ]
  },
  chatTools: async () => (await import('./server/posts.chat-tools.server.ts')).postsChatTools,
  reference: async () => (await import('./server/post-rows.server.ts')).postReference,
  overview: async () => (await import('./server/posts.overview.server.ts')).postsOverview,
  demo: async () => (await import('./server/posts.demo.server.ts')).postsDemo,
})
