import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { readCursor, writeCursor } from './cursor.server.ts'

const moment = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
const id = fc.oneof(
  fc.constant(0).map(() => createId()),
  fc.stringMatching(/^[\w-]{1,64}$/),
)

test('a cursor survives a round trip and is safe in a URL', () => {
  fc.assert(
    fc.property(moment, id, (at, ownId) => {
      const cursor = writeCursor({ at, id: ownId })
      expect(cursor).toMatch(/^[\w-]{1,200}$/)
      expect(readCursor(cursor)).toEqual({ at: at.toISOString(), id: ownId })
    }),
    { numRuns: 2_000 },
  )
})

test('no cursor means the first page', () => {
  expect([readCursor(undefined), readCursor(null)]).toEqual([undefined, undefined])
})

test('any other string is rejected with its field, or parses to a valid timestamp and a harmless id', () => {
  const near = fc
    .tuple(fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/), fc.string())
    .map(([at, rest]) => Buffer.from(`${at} ${rest}`).toString('base64url'))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' }), near), (text) => {
      try {
        const found = readCursor(text)
        expect(new Date(found?.at ?? '').toISOString()).toBe(found?.at)
        expect(found?.id).toMatch(/^[\w-]{1,64}$/)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
        expect(error).toMatchObject({ kind: 'invalid', code: 'errors:invalid', params: { field: 'cursor' } })
      }
    }),
    { numRuns: 5_000 },
  )
})
