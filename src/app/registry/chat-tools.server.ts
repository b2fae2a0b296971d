import { tool } from 'ai'
import { z } from 'zod'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import type { CurrentContext } from '#/features/chat/index.server.ts'
import { createPost, getPost, listPosts, postFields } from '#/features/posts/index.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import { createTodo, listTodos, todoTextInput } from '#/features/todos/index.server.ts'

const FOUND_POSTS = 10
/** How many characters of a post a model reads in one call. */
const CONTENT_READ_LENGTH = 20_000

/** Validates a model's input like a client's: PostgreSQL stores neither NUL nor lone surrogates. */
const storable = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine((input) => findUnstorable(input) === undefined, 'errors:invalidText')

const query = z.string().max(200).describe('Words to look for; empty for the newest posts')

/**
 * Exposes the workspace as chat tools: each calls the verb that the pages call, with the current rights of
 * the user who sent the message. The model receives errors of verbs as translation keys.
 */
export function workspaceTools(currentContext: CurrentContext) {
  // The model gets errors by their code, like clients: the text of a query must not reach its provider.
  async function run<Result>(
    { abortSignal = new AbortController().signal }: { abortSignal?: AbortSignal },
    verb: (ctx: VerbContext) => Promise<Result>,
  ): Promise<Result> {
    const ctx = await currentContext(abortSignal)
    try {
      return await verb(ctx)
    } catch (error) {
      const known = error instanceof AppError ? error : databaseFailure(error)
      if (known) throw known
      ctx.log.error({ err: error }, 'a chat tool failed')
      throw new AppError('unavailable', 'errors:unexpected')
    }
  }
  return {
    reading: {
      searchPosts: tool({
        description: 'Finds posts of the workspace that hold all of the words',
        inputSchema: storable(z.object({ query })),
        async execute(input, options) {
          const search = input.query || undefined
          const { items } = await run(options, (ctx) => listPosts(ctx, { search, limit: FOUND_POSTS }))
          return { items: items.map(({ id, title, excerpt }) => ({ id, title, excerpt })) }
        },
      }),
      readPost: tool({
        description:
          'Reads one post by its id. A long one comes in parts: when `next` is there, call again with it as `from`',
        inputSchema: storable(
          z.object({ id: z.string().min(1).max(64), from: z.number().int().min(0).optional() }),
        ),
        async execute({ id, from = 0 }, options) {
          const { title, content } = await run(options, (ctx) => getPost(ctx, { id }))
          const next = from + CONTENT_READ_LENGTH
          const part = {
            id,
            title,
            content: content.slice(from, next).toWellFormed(),
            length: content.length,
          }
          return next < content.length ? { ...part, next } : part
        },
      }),
      listTodos: tool({
        description: 'Lists the to-dos of the workspace',
        inputSchema: storable(z.object({})),
        async execute(_input, options) {
          const { items } = await run(options, listTodos)
          return { items: items.map(({ id, text: line, completed }) => ({ id, text: line, completed })) }
        },
      }),
    },
    writing: {
      createPost: tool({
        description: 'Writes a post into the workspace, with content in Markdown',
        inputSchema: storable(postFields),
        async execute(fields, options) {
          const idempotencyKey = `chat-${options.toolCallId}`.slice(0, 100)
          const post = await run(options, (ctx) => createPost(ctx, { ...fields, idempotencyKey }))
          return { id: post.id, title: post.title }
        },
      }),
      addTodo: tool({
        description: 'Adds a to-do to the list of the workspace',
        inputSchema: storable(todoTextInput),
        async execute(input, options) {
          const todo = await run(options, (ctx) => createTodo(ctx, { text: input.text }))
          return { id: todo.id, text: todo.text }
        },
      }),
    },
  }
}
