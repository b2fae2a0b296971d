import { z } from 'zod'
import { email, impersonateForm, newPassword, reason, userId } from '@plinth/core/auth'
import { pageInput, requiredText } from '@plinth/core/schema'
import { SHORT_LIST_MAX } from './short-list-max.ts'

export { impersonateForm }

const FULL_NAME_MAX_LENGTH = 201

export const SEARCH_MAX_LENGTH = 100
export const BULK_MAX = 100

export const userSorts = ['createdAt', 'name', 'email'] as const
export const sortDirections = ['asc', 'desc'] as const

export const applicationRoles = ['user', 'admin'] as const
const applicationRole = z.enum(applicationRoles, { error: 'administration:refused.roleUnknown' })

const expiresAt = z
  .date({ error: 'administration:refused.expirationRequired' })
  .refine((date) => date.getTime() > Date.now(), 'administration:refused.expirationPast')
  // Date pickers end with the year 9999. PostgreSQL accepts later dates, JSON dates of other clients don't.
  .refine((date) => date.getFullYear() <= 9999, 'errors:invalid')

/** The fields of the forms. */
export const banForm = z.strictObject({ reason, expiresAt })
export const createUserInput = z.strictObject({
  name: requiredText(FULL_NAME_MAX_LENGTH),
  email,
  role: applicationRole,
  password: newPassword.optional(),
})

/** The filter of the table, the export and the page's URL. */
export const userFilter = z.strictObject({
  search: z.string().trim().max(SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
  role: applicationRole.optional(),
  banned: z.boolean().optional(),
  verified: z.boolean().optional(),
  sort: z.enum(userSorts).default('createdAt'),
  /** Defaults to newest first, and to A to Z for names and addresses. */
  direction: z.enum(sortDirections).optional(),
})
const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true')
/** The list's input as a URL query. */
export const userFilterQuery = userFilter.extend({ banned: yesOrNo.optional(), verified: yesOrNo.optional() })
/** The filter for counting, without the order. */
export const countUsersInput = userFilter.omit({ sort: true, direction: true }).prefault({})
export const listUsersInput = userFilter
  .extend({
    // A cursor contains a name or an address.
    cursor: z.string().max(2000).nullish(),
    limit: pageInput.limit,
  })
  .prefault({})

export const userIdInput = z.strictObject({ userId })
export const getUserInput = z.strictObject({ id: userId })
export const banUserInput = banForm.extend({ userId })
export const setRoleInput = z.strictObject({ userId, role: applicationRole })
export const revokeSessionInput = z.strictObject({ userId, sessionId: userId })

const userIds = z
  .array(userId)
  .min(1, 'errors:required')
  .max(BULK_MAX, 'errors:tooLong')
  .transform((ids) => [...new Set(ids)])
export const userIdsInput = z.strictObject({ userIds })
export const banUsersInput = banForm.extend({ userIds })

/** A list of the overview, which has a few rows or all. */
export const shortListInput = z
  .strictObject({ limit: z.int().min(1).max(SHORT_LIST_MAX).default(5) })
  .prefault({})
export const queuedInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mail'), id: userId }),
  z.strictObject({ kind: z.literal('job'), id: z.uuid('errors:invalid'), name: z.string().min(1).max(100) }),
])
export const scheduledInput = z.strictObject({ name: z.string().min(1).max(100) })
export const errorInput = z.strictObject({ fingerprint: z.string().min(1).max(64) })

export type UserFilter = z.output<typeof userFilter>
export type CountUsersInput = z.output<typeof countUsersInput>
export type ListUsersInput = z.output<typeof listUsersInput>
export type QueuedInput = z.output<typeof queuedInput>
