import { z } from 'zod'
import { SEARCH_MAX_LENGTH } from '#/lib/search-params.ts'

export const referenceChoicesInput = z.strictObject({
  /** The name of a feature, or `user` for the members of the workspace. */
  of: z.string().min(1).max(64),
  search: z.string().trim().max(SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
  id: z.string().min(1).max(64).optional(),
})

export type ReferenceChoicesInput = z.output<typeof referenceChoicesInput>
