import { z } from 'zod'
import { pageInput } from '@plinth/core/schema'

export const AUDIT_SEARCH_MAX_LENGTH = 100

const id = z.string().min(1).max(64)

/** The filter of the log; dates are inclusive. */
export const auditFilter = z.strictObject({
  actorId: id.optional(),
  targetId: id.optional(),
  /** An action such as `user.ban`, or a noun for all its actions: `user`. */
  action: z
    .string()
    .max(64)
    .regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/, 'errors:invalid')
    .optional(),
  /** Part of the name or email of the actor or target. */
  search: z.string().trim().max(AUDIT_SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
  from: z.date().optional(),
  to: z.date().optional(),
})
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
/** The filter as a URL query. */
export const auditFilterQuery = auditFilter.extend({ from: moment.optional(), to: moment.optional() })
export const listAuditInput = auditFilter.extend(pageInput).prefault({})
export const auditPageInput = z.strictObject(pageInput).prefault({})

export type ListAuditInput = z.output<typeof listAuditInput>
export type AuditPageInput = z.output<typeof auditPageInput>
