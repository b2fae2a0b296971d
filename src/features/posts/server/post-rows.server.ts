import { workspaceRows } from '@plinth/core/verb/server'
import { postsAccess } from '../posts.access.ts'
import { postFields } from '../posts.schema.ts'
import { posts } from './posts.table.server.ts'

/** How posts are read, listed, followed, restored and exported. */
export const postRows = workspaceRows({
  table: posts,
  name: 'posts',
  noun: 'post',
  access: postsAccess,
  fields: postFields,
  listed: { title: posts.title, excerpt: posts.excerpt },
  more: ['contentTree'],
})

/** How rows of other features, and activity, name a post. */
export const postReference = postRows.referTo(posts.title, (id) => `/dashboard/posts/${id}`)
