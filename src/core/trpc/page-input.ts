import { z } from 'zod'

/**
 * What every list takes: where the last page ended and how many items to answer. `direction` is sent by
 * infinite queries and means nothing here.
 */
export const pageInput = {
  cursor: z.string().max(200).nullish(),
  limit: z.number().int().min(1).max(100).default(20),
  direction: z.enum(['forward', 'backward']).optional(),
}
