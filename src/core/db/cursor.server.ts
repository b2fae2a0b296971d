import { AppError } from '#/lib/app-error.ts'

/** Where the last page ended, in a list ordered by time and id. */
export type Cursor = { at: string; id: string }

/** An opaque string that clients send back unchanged. */
export function writeCursor({ at, id }: { at: Date; id: string }): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

/** Parses a cursor of writeCursor; undefined for the first page. Throws AppError invalid (field `cursor`). */
export function readCursor(cursor: string | null | undefined): Cursor | undefined {
  if (cursor === null || cursor === undefined) return undefined
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/.exec(
    Buffer.from(cursor, 'base64url').toString('utf8'),
  )
  const [, at = '', id = ''] = parts ?? []
  if (!isTimestamp(at)) throw new AppError('invalid', 'errors:invalid', { field: 'cursor' })
  return { at, id }
}

/**
 * Whether the string is a timestamp in the format of `toISOString`, except in the year 0, which PostgreSQL
 * lacks.
 */
export function isTimestamp(at: string): boolean {
  const date = new Date(at)
  return (
    !Number.isNaN(date.getTime()) && date.toISOString() === at && /^\d{4}-/.test(at) && !at.startsWith('0000')
  )
}
