import { z } from 'zod'
import { type ChatTools, defineChatTool } from '@plinth/core/feature/server'
import { asMarkdown, markdownLink, markdownList } from '#/lib/as-markdown.ts'
import { cutAt } from '@plinth/core/format'
import { postFields } from '../posts.schema.ts'
import { createPost } from './create-post.server.ts'
import { postRows } from './post-rows.server.ts'

const FOUND_POSTS = 10
/** How many characters of a post a model reads in one call. */
const CONTENT_READ_LENGTH = 20_000

export const postsChatTools: ChatTools = {
  reading: {
    searchPosts: defineChatTool({
      description: 'Finds posts of the workspace that hold all of the words',
      input: z.object({
        query: z.string().max(200).describe('Words to look for; empty for the newest posts'),
      }),
      async run(ctx, { query }) {
        const { items } = await postRows.list(ctx, { search: query || undefined, limit: FOUND_POSTS })
        return { items: items.map(({ id, title, excerpt }) => ({ id, title, excerpt })) }
      },
      describe(t, { items }, { query }) {
        if (items.length > 0)
          return markdownList(t('posts:chat.results.found', { count: items.length }), items.map(lineOf))
        return query === ''
          ? t('posts:chat.results.none')
          : t('posts:chat.results.noneFor', { query: asMarkdown(query) })
      },
    }),
    readPost: defineChatTool({
      description:
        'Reads one post by its id. A long one comes in parts: when `next` is there, call again with it as `from`',
      input: z.object({ id: z.string().min(1).max(64), from: z.number().int().min(0).optional() }),
      async run(ctx, { id, from = 0 }) {
        const { title, content } = await postRows.get(ctx, { id })
        const part = {
          id,
          title,
          content: cutAt(content.slice(from), CONTENT_READ_LENGTH),
          length: content.length,
        }
        const next = from + part.content.length
        return next < content.length ? { ...part, next } : part
      },
    }),
  },
  writing: {
    createPost: defineChatTool({
      description: 'Writes a post into the workspace, with content in Markdown',
      input: postFields,
      async run(ctx, fields, call) {
        const idempotencyKey = `chat-${call.id}`.slice(0, 100)
        const { id, title } = await createPost(ctx, { ...fields, idempotencyKey })
        return { id, title }
      },
      describe: (t, { title }) => t('posts:chat.results.created', { title: asMarkdown(title) }),
    }),
  },
}

const lineOf = ({ id, title, excerpt }: { id: string; title: string; excerpt: string }) =>
  `${markdownLink(title, `/dashboard/posts/${id}`)}${excerpt.trim() === '' ? '' : `: ${asMarkdown(excerpt)}`}`
