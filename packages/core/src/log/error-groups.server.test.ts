import { expect, test, vi } from 'vitest'
import { openTracing, tracedRoot } from '#/tracing/tracing.server.ts'
import { startOtlpReceiver } from '@plinth/testing/servers/otlp-receiver.ts'
import { createErrorCounter, ERROR_GROUPS_MAX, groupOf, type CountedErrors } from './error-groups.server.ts'
import { createLog } from './log.server.ts'
import { runWithRequest, type RequestScope } from './request-scope.server.ts'

const grouped = (error: unknown) =>
  groupOf({ error, text: 'it failed', place: undefined, requestId: undefined })
const thrownHere = (message: string, parts: object = {}) => Object.assign(new Error(message), parts)

test('errors that differ only in what may be a value of a user are one group, without that value', () => {
  const messages = [
    ['No user with the id 41', 'No user with the id 8c2f1d'],
    ['invalid input syntax for type uuid: "ada"', 'invalid input syntax for type uuid: "ben" or "x'],
    ["Can't read 'name' of ada@example.com", "Can't read 'email' of ben@example.com"],
    ['connect to https://a.example/ada failed', 'connect to https://b.example/ben failed'],
  ]
  for (const [one = '', other = ''] of messages) {
    const [first, second] = [grouped(thrownHere(one)), grouped(thrownHere(other))]
    expect(first.fingerprint).toBe(second.fingerprint)
    expect(first.message).not.toMatch(/ada|41|name/)
  }
  const query = thrownHere(
    'Failed query: insert into "post" ("id", "title") values ($1, $2)\nparams: ada,secret',
    {
      cause: thrownHere('duplicate key value violates unique constraint "post_pkey"', { code: '23505' }),
    },
  )
  expect(grouped(query)).toMatchObject({
    name: 'Error 23505',
    message: 'Failed query: insert post: duplicate key value violates unique constraint …',
    frame: 'thrownHere (error-groups.server.test.ts)',
  })
})

test('other messages, names, codes and places in the code are other groups', () => {
  const elsewhere = () => new Error('it is broken')
  const errors = [
    thrownHere('it is broken'),
    thrownHere('it is whole'),
    thrownHere('it is broken', { name: 'TypeError' }),
    thrownHere('it is broken', { code: 'ECONNRESET' }),
    elsewhere(),
    'it is broken',
  ]
  expect(new Set(errors.map((error) => grouped(error).fingerprint)).size).toBe(errors.length)
})

/** A counter of the lines of a log, and what it has stored. */
function counting(store?: (groups: readonly CountedErrors[]) => Promise<void>) {
  const stored: CountedErrors[] = []
  const counter = createErrorCounter(5)
  counter.start(store ?? (async (groups) => void stored.push(...groups)))
  return { stored, counter, log: createLog('error', counter.add) }
}

test('the log counts its errors, with the request, procedure, route or job that they happened in', async () => {
  const { stored, counter, log } = counting()
  const scope = { id: 'request-1', method: 'GET', route: '/api/files/$fileId' } as RequestScope
  runWithRequest(scope, () => {
    log.error({ err: thrownHere('one') }, 'a request failed')
    log.error({ err: thrownHere('two'), procedure: 'things.create' }, 'a procedure failed')
    log.warn({ err: thrownHere('three') }, 'not an error')
  })
  log.child({ job: 'backup' }).error({ err: thrownHere('four') }, 'a job failed for good')
  log.error('five')
  await counter.stop()
  expect(stored.map(({ message, place, requestId }) => [message, place, requestId])).toEqual([
    ['one', 'GET /api/files/$fileId', 'request-1'],
    ['two', 'things.create', 'request-1'],
    ['four', 'backup', null],
    ['five', null, null],
  ])
})

test('a collector of traces gets errors too, in a span or outside of one, without values of users', async () => {
  const receiver = await startOtlpReceiver()
  const tracing = await openTracing(receiver.url)
  const { counter, log } = counting()
  log.error({ err: thrownHere('no row for "ada"'), job: 'backup' }, 'outside')
  await tracedRoot({ name: 'GET /', kind: 'server' }, async () =>
    log.error({ err: thrownHere('within') }, 'within'),
  )
  log.warn({ err: thrownHere('no error') }, 'not an error')
  await counter.stop()
  await tracing.close()
  const received = receiver.spans.map(({ name, status, events }) => [
    name,
    status.code,
    ...events.map(({ attributes }) =>
      Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
    ),
  ])
  const facts = {
    'exception.type': 'Error',
    'error.fingerprint': expect.stringMatching(/^[\w-]{22}$/),
    'error.frame': 'thrownHere (error-groups.server.test.ts)',
  }
  expect(received).toEqual([
    ['error', 2, { ...facts, 'exception.message': 'no row for …', 'error.place': 'backup' }],
    ['GET /', 0, { ...facts, 'exception.message': 'within' }],
  ])
})

test('what could not be stored is stored later, with what happened meanwhile', async () => {
  let isAway = true
  const stored: CountedErrors[] = []
  const store = vi.fn(async (groups: readonly CountedErrors[]) => {
    if (isAway) throw new Error('the database is away')
    stored.push(...groups)
  })
  const { counter } = counting(store)
  const add = () =>
    counter.add({ error: thrownHere('again'), text: '', place: undefined, requestId: undefined })
  add()
  await vi.waitFor(() => expect(store.mock.calls.length).toBeGreaterThan(1), 30_000)
  add()
  isAway = false
  await counter.stop()
  expect(stored).toMatchObject([{ message: 'again', count: 2 }])
})

test('ten thousand errors of as many kinds are counted in five hundred groups', async () => {
  const { stored, counter } = counting()
  const words = Array.from({ length: 10_000 }, (_, at) =>
    at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[+digit] ?? ''),
  )
  const errors = words.map((word) => thrownHere(`${word} ${'long '.repeat(500)}`))
  for (const error of errors) counter.add({ error, text: '', place: 'things.create', requestId: undefined })
  await counter.stop()
  expect(stored).toHaveLength(ERROR_GROUPS_MAX + 1)
  expect(stored.at(-1)).toMatchObject({ fingerprint: 'other', message: '', place: null })
  expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
})
