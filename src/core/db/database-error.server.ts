import { AppError } from '#/lib/app-error.ts'

// A value is taken, what it refers to has just gone, or a race between transactions was lost.
const conflictCodes = new Set(['23505', '23503', '23P01', '40001', '40P01'])
// Text, a number or a date that PostgreSQL can't hold; a check of ours should have said so before.
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
// Raised by node-postgres itself, which gives these no code.
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end/

/** The error and its causes, outermost first. */
function* causesOf(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) yield at
}

/** The PostgreSQL or socket code of an error, looked for through its causes; undefined when none has one. */
export function databaseCode(error: unknown): string | undefined {
  for (const { code, syscall } of causesOf(error)) {
    if (typeof code !== 'string') continue
    // The socket of a server that is not there; the same code from a file means something else.
    if (code === 'ENOENT' && syscall === 'connect') return code
    if (unavailableCodes.has(code) || /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code)) return code
  }
  return undefined
}

/**
 * What a database failure means to the person: a value already taken or a thing that has just gone is a
 * conflict, a value the database can't hold is invalid, a server that is away is `unavailable` with a time to
 * come back. Undefined when it is none of these, thus our fault. Codes:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
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
