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
  if (!isTimestamp(at)) throw badCursor()
  return { at, id }
}

/** A cursor of a list with several orders: the order, then the last row's value in it and its id. */
export function writeOrderCursor(
  order: readonly string[],
  { value, id }: { value: unknown; id: unknown },
): string {
  return Buffer.from(JSON.stringify([...order, value, id])).toString('base64url')
}

/**
 * Parses a cursor of writeOrderCursor; the caller checks the value. Throws AppError invalid (field `cursor`)
 * for a malformed one or one of another order.
 */
export function readOrderCursor(order: readonly string[], cursor: string): { value: unknown; id: string } {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw badCursor()
  }
  const parts = Array.isArray(parsed) ? (parsed as unknown[]) : []
  const [value, id] = parts.slice(order.length)
  const isOfOrder = parts.length === order.length + 2 && order.every((part, at) => parts[at] === part)
  if (!isOfOrder || typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) throw badCursor()
  return { value, id }
}

export const badCursor = (): AppError => new AppError('invalid', 'errors:invalid', { field: 'cursor' })

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
