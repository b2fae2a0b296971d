import { AppError } from '#/lib/app-error.ts'
import { causesOf } from '#/lib/causes.ts'

// A duplicate value, a reference to a deleted row, or a lost race between transactions.
const conflictCodes = new Set(['23505', '23503', '23P01', '40001', '40P01'])
// Text, a number or a date that PostgreSQL can't store. Input validation should have caught it.
const invalidCodes = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])
const unavailableCodes = new Set([
  ...[
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '25P03',
    '53300',
    '53200',
    '53100',
    '58P01',
    '58030',
    '25006',
    '57014',
    '55P03',
  ],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
])
// Errors of node-postgres, which have no code.
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end/

/** The PostgreSQL or socket code of an error or one of its causes; undefined when there is none. */
export function databaseCode(error: unknown): string | undefined {
  for (const { code, syscall } of causesOf(error)) {
    if (typeof code !== 'string') continue
    // The server's socket is missing. A missing file has the same code.
    if (code === 'ENOENT' && syscall === 'connect') return code
    if (unavailableCodes.has(code) || /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code)) return code
  }
  return undefined
}

/**
 * The AppError for a database error: conflict for a duplicate or a row that has just been deleted, invalid
 * for a value that can't be stored, unavailable with a retry time for a server that is down. Undefined for
 * everything else, which is a bug. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function databaseFailure(error: unknown): AppError | undefined {
  const code = databaseCode(error)
  if (code && conflictCodes.has(code)) return new AppError('conflict', 'errors:conflict')
  if (code && invalidCodes.has(code)) return new AppError('invalid', 'errors:invalidText')
  if (code && (code === 'ENOENT' || unavailableCodes.has(code) || code.startsWith('08')))
    return new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 2 })
  for (const { message } of causesOf(error)) {
    if (unavailableMessage.test(message))
      return new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 2 })
  }
  return undefined
}

/** Whether the database could not do it in time, or at all. */
export const isUnavailable = (error: unknown): boolean => databaseFailure(error)?.kind === 'unavailable'
