import { z } from 'zod'
import { userOutput } from '@plinth/core/verb/server'

export const todo = z.object({
  id: z.string(),
  text: z.string(),
  completed: z.boolean(),
  createdAt: z.date(),
  createdBy: userOutput,
  version: z.number().int(),
})

/** The whole list: it is limited. */
export const todoList = z.object({ items: z.array(todo), nextCursor: z.null() })
