import { readSearch, upTo } from '@plinth/core/schema'

export const AUDIT_WORDS_MAX_LENGTH = 100

/** The search params of the log. Days are `YYYY-MM-DD` in UTC. */
export type AuditSearch = {
  /** Part of a name or email. */
  q?: string
  actor?: string
  target?: string
  /** `user.ban`, or all of a noun: `user`. */
  action?: string
  from?: string
  to?: string
}

const id = /^[\w-]{1,64}$/
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Parses search params. Invalid ones are dropped. */
export const auditSearch = (raw: Record<string, unknown>): AuditSearch =>
  readSearch<AuditSearch>(raw, {
    q: upTo(AUDIT_WORDS_MAX_LENGTH),
    actor: id,
    target: id,
    action: /^[a-zA-Z]{1,30}(\.[a-zA-Z]{1,30})?$/,
    from: day,
    to: day,
  })
