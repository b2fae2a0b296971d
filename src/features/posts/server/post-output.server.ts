import { z } from 'zod'
import { pageOf, stored, userOutput } from '@plinth/core/verb/server'
import { postFields } from '../posts.schema.ts'

const listedPost = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  createdBy: userOutput,
  createdAt: z.date(),
  updatedAt: z.date(),
})

export const postPage = pageOf(listedPost)
export const recentPosts = z.array(listedPost)
export const post = listedPost.extend(stored(postFields))
