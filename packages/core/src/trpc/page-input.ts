import { z } from 'zod'

/** The input of every list: cursor and page size. `direction` is sent by infinite queries and ignored. */
export const pageInput = {
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(100).default(20),
  direction: z.enum(['forward', 'backward']).optional(),
}
