import { isNull } from 'drizzle-orm'
import type { Reference } from '@plinth/core/feature/server'
import { postsAccess } from '../posts.access.ts'
import { posts } from './posts.table.server.ts'

export const postsReference: Reference = {
  table: posts,
  title: posts.title,
  where: isNull(posts.deletedAt),
  rule: postsAccess.get,
  path: (id) => `/dashboard/posts/${id}`,
}
