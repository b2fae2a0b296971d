import { initTRPC, tracked, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import superjson from 'superjson'
import { expect, test, vi } from 'vitest'
import type { VerbContext } from './context.server.ts'
import { eventStream } from './event-stream.server.ts'

const serialize = vi.fn(superjson.serialize)
const t = initTRPC.create({
  transformer: { input: superjson, output: { serialize, deserialize: superjson.deserialize } },
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
})
const shared = { text: 'Line\nand "quote"', at: new Date(0), missing: undefined }
const router = t.router({
  tracked: t.procedure.subscription(async function* () {
    yield tracked('1', shared)
    yield tracked('2', { text: 'ä' })
  }),
  signals: t.procedure.subscription(async function* () {
    yield undefined
    yield 'two'
  }),
  echo: t.procedure
    .input((input) => input)
    .subscription(async function* ({ input }) {
      yield tracked('9', input)
    }),
  failing: t.procedure.subscription(async function* () {
    yield tracked('1', {})
    throw new TRPCError({ code: 'FORBIDDEN', message: 'errors:forbidden' })
  }),
  rejected: t.procedure
    .input(() => {
      throw new TRPCError({ code: 'BAD_REQUEST', message: 'errors:invalid' })
    })
    .subscription(async function* () {
      yield 'never'
    }),
  interrupted: t.procedure.subscription(async function* () {
    yield tracked('1', {})
    throw new DOMException('The stream was interrupted', 'AbortError')
  }),
})

const ours = ({ path, request }: { path: string; request: Request }) =>
  new Response(eventStream({ router, path, request, ctx: {} as VerbContext })).text()
const theirs = async ({ request }: { request: Request }) =>
  (await fetchRequestHandler({ endpoint: '/trpc', req: request, router, createContext: () => ({}) })).text()
/** Blank lines between events don't count, nor does the stack of an error. */
const eventsIn = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((event) => event.replace(/"stack":"(?:[^"\\]|\\.)*"/, ''))
const asked = (path: string, query = '', headers: Record<string, string> = {}) => ({
  path,
  request: new Request(`http://localhost/trpc/${path}${query}`, { headers }),
})

const input = `?input=${encodeURIComponent(JSON.stringify({ json: { page: 1 } }))}`
test.each([
  ['values with ids', asked('tracked')],
  ['values without', asked('signals')],
  ['an input', asked('echo', input)],
  ['no input', asked('echo')],
  ['the last event of a reconnecting browser', asked('echo', input, { 'last-event-id': '7' })],
  ['the last event in the query', asked('echo', '?lastEventId=8')],
  ['an error', asked('failing')],
  ['an invalid input', asked('rejected')],
  ['an interruption', asked('interrupted')],
])('has the events that tRPC writes for %s', async (_what, call) => {
  expect(eventsIn(await ours(call))).toEqual(eventsIn(await theirs(call)))
})

test('serializes a value once for all streams that send it', async () => {
  serialize.mockClear()
  await Promise.all(Array.from({ length: 5 }, () => ours(asked('tracked'))))
  expect(serialize.mock.calls.filter(([value]) => value === shared).length).toBeLessThanOrEqual(1)
})

test('ends the subscription when the client leaves', async () => {
  let isOpen = false
  const waiting = t.router({
    changes: t.procedure.subscription(async function* ({ signal }) {
      isOpen = true
      try {
        yield tracked('1', {})
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
      } finally {
        isOpen = false
      }
    }),
  })
  const { request } = asked('changes')
  const stream = eventStream({ router: waiting, path: 'changes', request, ctx: {} as VerbContext })
  const reader = stream.getReader()
  await reader.read()
  await reader.read()
  expect(isOpen).toBe(true)
  await reader.cancel()
  await vi.waitFor(() => expect(isOpen).toBe(false))
})
