import { AppError } from '#/lib/app-error.ts'

/** The place in a list ordered by time and id where the last page ended. */
export type Cursor = { at: string; id: string }

/** An opaque text for clients to send back unchanged. */
export function writeCursor({ at, id }: { at: Date; id: string }): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

/**
 * Reads what writeCursor wrote; undefined for the first page. Throws AppError invalid (field `cursor`) for
 * anything else.
 */
export function readCursor(cursor: string | null | undefined): Cursor | undefined {
  if (cursor === null || cursor === undefined) return undefined
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/.exec(
    Buffer.from(cursor, 'base64url').toString('utf8'),
  )
  const [, at = '', id = ''] = parts ?? []
  if (!isMoment(at)) throw new AppError('invalid', 'errors:invalid', { field: 'cursor' })
  return { at, id }
}

/**
 * Whether it is a moment as `toISOString` writes it, in the calendar, and not in the year 0, which PostgreSQL
 * doesn't have. For cursors of other orders.
 */
export function isMoment(at: string): boolean {
  const date = new Date(at)
  return (
    !Number.isNaN(date.getTime()) && date.toISOString() === at && /^\d{4}-/.test(at) && !at.startsWith('0000')
  )
}
