import { ZodError } from 'zod'
import type { OutgoingError } from '#/core/http/error-json.server.ts'
import { AppError, echoed, statusByKind } from '#/lib/app-error.ts'
import { issueCode } from '#/lib/issue-code.ts'
import { databaseFailure } from './database-error.server.ts'

/** The error that users may see of what was thrown; undefined for a bug. */
export function expectedError(error: unknown): AppError | undefined {
  if (error instanceof ZodError)
    return new AppError('invalid', 'errors:invalid', { field: Object.keys(fieldsOf(error)).at(-1) })
  return error instanceof AppError ? error : databaseFailure(error)
}

/**
 * What may leave the server of what was thrown, whatever carries it: status, code, parameters, fields. A bug
 * is 500 with `isBug`; its details are for the log.
 */
export function outgoingError(error: unknown): OutgoingError & { isBug: boolean } {
  const known = expectedError(error)
  if (!known) return { status: 500, code: 'errors:unexpected', params: {}, isBug: true }
  const { kind, code, params } = known
  const fields = error instanceof ZodError ? fieldsOf(error) : undefined
  return { status: statusByKind[kind], code, params, ...(fields && { fields }), isBug: false }
}

// Input can have half a million errors.
const TOLD_FIELDS_MAX = 100
// Superjson can't serialize these keys.
const unwritable = ['__proto__', 'constructor', 'prototype']

/** By field, the first of the input last. */
const fieldsOf = ({ issues }: ZodError): Record<string, string> =>
  Object.fromEntries(
    issues
      .slice(0, TOLD_FIELDS_MAX)
      .toReversed()
      .map((issue) => [fieldOf(issue), issueCode(issue)]),
  )

function fieldOf(issue: ZodError['issues'][number]): string {
  const field = issue.path.join('.') || (issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : '')
  return field === '' || unwritable.includes(field) ? 'input' : echoed(field)
}
