import { z } from 'zod'
import {
  applicationRole,
  banForm,
  createUserForm,
  personId,
} from '#/core/auth/administration/administration.schema.ts'
import { pageInput } from '#/core/trpc/page-input.ts'

export {
  banForm,
  createUserForm,
  impersonateForm,
  REASON_MAX_LENGTH,
} from '#/core/auth/administration/administration.schema.ts'

export const SEARCH_MAX_LENGTH = 100
export const BULK_MAX = 100

export const userSorts = ['createdAt', 'name', 'email'] as const
export const sortDirections = ['asc', 'desc'] as const

/** What the table, the export and the address of the page narrow the list by. */
export const userFilter = z.strictObject({
  search: z.string().trim().max(SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
  role: applicationRole.optional(),
  banned: z.boolean().optional(),
  verified: z.boolean().optional(),
  sort: z.enum(userSorts).default('createdAt'),
  /** By default the newest first, names and addresses from A to Z. */
  direction: z.enum(sortDirections).optional(),
})
const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true')
/** The same as the query of an address. */
export const userFilterQuery = userFilter.extend({ banned: yesOrNo.optional(), verified: yesOrNo.optional() })
export const listUsersInput = userFilter
  .extend({
    // A cursor holds a name or an address.
    cursor: z.string().max(2000).nullish(),
    limit: pageInput.limit,
  })
  .prefault({})

export const userIdInput = z.strictObject({ userId: personId })
export const getUserInput = z.strictObject({ id: personId })
export const createUserInput = createUserForm
export const banUserInput = banForm.extend({ userId: personId })
export const setRoleInput = z.strictObject({ userId: personId, role: applicationRole })
export const revokeSessionInput = z.strictObject({ userId: personId, sessionId: personId })

const userIds = z
  .array(personId)
  .min(1, 'errors:required')
  .max(BULK_MAX, 'errors:tooLong')
  .transform((ids) => [...new Set(ids)])
export const userIdsInput = z.strictObject({ userIds })
export const banUsersInput = banForm.extend({ userIds })

export type UserFilter = z.output<typeof userFilter>
export type ListUsersInput = z.output<typeof listUsersInput>
