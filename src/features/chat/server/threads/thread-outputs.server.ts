import { z } from 'zod'
import { pageOf, userOutput } from '@plinth/core/verb/server'
import { chatPages } from '../../chat-pages.ts'
import type { ThreadMessage } from './get-thread.server.ts'

const listedThread = z.object({
  id: z.string(),
  title: z.string(),
  page: z.enum(chatPages),
  createdBy: userOutput,
  createdAt: z.date(),
  updatedAt: z.date(),
})

export const threadPage = pageOf(listedThread.extend({ isAnswering: z.boolean() }))

/** A message of the AI SDK. Its parts are the SDK's, whose newer versions have more of them. */
const message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.unknown()),
  metadata: z.looseObject({ createdAt: z.string() }),
}) as unknown as z.ZodType<ThreadMessage>

export const thread = listedThread.extend({
  messages: z.array(message),
  nextCursor: z.string().nullable(),
  generation: z.object({ id: z.string() }).nullable(),
})
