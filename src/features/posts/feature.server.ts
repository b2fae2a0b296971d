import { defineServerFeature } from '#/core/feature.server.ts'
import { postsSettings, sweepPostsJob } from './server/sweep-posts.server.ts'

export const postsFeature = defineServerFeature({
  name: 'posts',
  routers: async () => ({ posts: (await import('./server/posts.router.server.ts')).postsRouter }),
  settings: postsSettings,
  jobs: () => [sweepPostsJob],
  async accountExport(db, userId) {
    const { exportPosts } = await import('./server/export-posts.server.ts')
    return [{ path: 'posts.json', rows: exportPosts(db, userId) }]
  },
  chatTools: async () => (await import('./server/posts.chat-tools.server.ts')).postsChatTools,
  overview: async () => (await import('./server/posts.overview.server.ts')).postsOverview,
  demo: async () => (await import('./server/posts.demo.server.ts')).postsDemo,
})
