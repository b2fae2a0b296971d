import type { ZodError } from 'zod'
import type { OutgoingError } from '#/http/error-json.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { AppError, echoed, statusByKind } from '#/lib/app-error.ts'
import { issueCode } from '#/lib/issue-code.ts'
import { databaseFailure } from './database-error.server.ts'

/** The error that users may see of what was thrown; undefined for a bug. */
export function expectedError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  // Nobody reads the response of a client that has left.
  return isOfLeaving(error) ? new AppError('invalid', 'errors:malformed') : databaseFailure(error)
}

/** Whether work ended because the client of the current request has left. */
function isOfLeaving(error: unknown): boolean {
  const signal = currentRequest()?.signal
  if (!signal?.aborted) return false
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason)
}

/**
 * What may leave the server of what was thrown, whatever carries it: status, code, parameters, fields. A bug
 * is 500 with `isBug`; its details are for the log.
 */
export function outgoingError(error: unknown): OutgoingError & { isBug: boolean } {
  const known = expectedError(error)
  if (!known) return { status: 500, code: 'errors:unexpected', params: {}, isBug: true }
  const { kind, code, params } = known
  return { status: statusByKind[kind], code, params, isBug: false }
}

/** The same for an input that breaks its schema. `whole` names the input itself. */
export function inputError(error: ZodError, whole = 'input'): OutgoingError & { isBug: false } {
  const fields = fieldsOf(error, whole)
  const params = { field: Object.keys(fields).at(-1) }
  return { status: 400, code: 'errors:invalid', params, fields, isBug: false }
}

// Input can have half a million errors.
const TOLD_FIELDS_MAX = 100
// Superjson can't serialize these keys.
const unwritable = ['__proto__', 'constructor', 'prototype']

/** By field, the first of the input last. */
const fieldsOf = ({ issues }: ZodError, whole: string): Record<string, string> =>
  Object.fromEntries(
    issues
      .slice(0, TOLD_FIELDS_MAX)
      .toReversed()
      .map((issue) => [fieldOf(issue, whole), issueCode(issue)]),
  )

function fieldOf(issue: ZodError['issues'][number], whole: string): string {
  const field = issue.path.join('.') || (issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : '')
  return field === '' || unwritable.includes(field) ? whole : echoed(field)
}
