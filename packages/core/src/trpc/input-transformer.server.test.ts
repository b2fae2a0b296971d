import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import fc from 'fast-check'
import superjson from 'superjson'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { leastCpuMsOf } from '@plinth/testing/cpu-time.ts'
import { inputTransformer } from './input-transformer.server.ts'

const HOLD_MAX_MS = 200
const t = initTRPC.create({ transformer: { input: inputTransformer, output: superjson } })
const input = z.object({
  since: z.date(),
  at: z.object({ days: z.array(z.date()) }),
  'a.key\\with.dots': z.date(),
  unset: z.undefined(),
  ratio: z.nan(),
  limit: z.any(),
})
const sent: z.infer<typeof input> = {
  since: new Date('2026-11-24T08:00:00Z'),
  at: { days: [new Date(0), new Date(1)] },
  'a.key\\with.dots': new Date(3),
  unset: undefined,
  ratio: Number.NaN,
  limit: [Infinity, -Infinity, -0],
}
const echo = t.router({
  read: t.procedure.input(input).query((call) => call.input),
  write: t.procedure.input(input).mutation((call) => call.input),
})
const requests: string[] = []
const handle = createHTTPHandler({ router: echo })
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url?.split('?')[0]}`)
  handle(request, response)
})
const url = await new Promise<string>((resolve) =>
  server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
)
afterAll(() => server.close())

describe('the official client', () => {
  test('by GET and by POST: Date, undefined, NaN and infinities arrive as such', async () => {
    const client = createTRPCClient<typeof echo>({
      links: [httpLink({ url, transformer: superjson })],
    })
    expect(await client.read.query(sent)).toEqual(sent)
    expect(await client.write.mutate(sent)).toEqual(sent)
    expect(requests.splice(0)).toEqual(['GET /read', 'POST /write'])
  })

  test('batched, by GET and by POST', async () => {
    const client = createTRPCClient<typeof echo>({
      links: [httpBatchLink({ url, transformer: superjson })],
    })
    expect(await Promise.all([client.read.query(sent), client.read.query(sent)])).toEqual([sent, sent])
    expect(await Promise.all([client.write.mutate(sent), client.write.mutate(sent)])).toEqual([sent, sent])
    expect(requests.splice(0)).toEqual(['GET /read,read', 'POST /write,write'])
  })
})

test('whatever superjson serializes of these types is read as what it was', () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.double(),
    fc.date({ noInvalidDate: true }),
    fc.constantFrom(undefined, null, true, Number.NaN, Infinity),
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, (one) => {
      const wire = JSON.stringify(superjson.serialize(one))
      expect(inputTransformer.deserialize(JSON.parse(wire))).toEqual(one)
    }),
  )
})

const members = (count: number) => Array.from({ length: count }, (_, at) => at)
const annotated = (count: number, one: string | null, type: string) => ({
  json: members(count).map(() => one),
  meta: { values: Object.fromEntries(members(count).map((at) => [at, [type]])) },
})

test.each([
  ['a Set', superjson.serialize(new Set([1]))],
  ['a Map', superjson.serialize(new Map([[1, 2]]))],
  ['a bigint', superjson.serialize(1n)],
  ['a regular expression', { json: '/a/', meta: { values: ['regexp'] } }],
  ['a typed array', { json: 1e9, meta: { values: [['typed-array', 'Uint8Array']] } }],
  ['a value within a value', { json: [1], meta: { values: ['Date', { 0: ['Date'] }] } }],
  ['a prototype', { json: {}, meta: { values: { '__proto__.toString': ['undefined'] } } }],
  ['no tree', { json: 'x', meta: { values: 5 } }],
  ['more annotations than any input has', annotated(2_001, null, 'undefined')],
  ['no envelope', 5],
])('%s is refused', (_what, sentInput) => {
  expect(() => inputTransformer.deserialize(sentInput)).toThrow('errors:malformed')
})

test('an envelope without JSON is no input', () => {
  expect(inputTransformer.deserialize({})).toBe(undefined)
})

test('references are not read: repeated values are repeated in the JSON', () => {
  const meta = { referentialEqualities: { a: ['b', 'c'] }, v: 1 }
  expect(inputTransformer.deserialize({ json: { a: [1], b: [2], c: [3] }, meta })).toEqual({
    a: [1],
    b: [2],
    c: [3],
  })
})

test('any JSON with any annotations is built or refused as malformed', () => {
  const type = fc.constantFrom('Date', 'undefined', 'number', 'bigint', 'set', 'map', 'URL', ['class', 'a'])
  const path = fc.stringMatching(/^[01a.\\]{0,5}$/)
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(type),
      fc.tuple(type, fc.dictionary(path, tie('tree'), { maxKeys: 3 })),
      fc.dictionary(path, tie('tree'), { maxKeys: 3 }),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  }))
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('', '1', 'NaN', null, 1),
      fc.array(tie('json'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('', '0', 'a', '__proto__'), tie('json')),
    ),
  }))
  fc.assert(
    fc.property(json, tree, (one, values) => {
      try {
        inputTransformer.deserialize({ json: one, meta: { values } })
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_REQUEST', message: 'errors:malformed' })
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['99,000 annotations', annotated(99_000, null, 'undefined')],
  ['2,000 annotations', annotated(2_000, null, 'undefined')],
  ['a long date', { json: 'x'.repeat(1_000_000), meta: { values: ['Date'] } }],
  ['a path of dots', { json: {}, meta: { values: { ['.'.repeat(1_000_000)]: ['Date'] } } }],
  ['a path of backslashes', { json: {}, meta: { values: { ['\\'.repeat(1_000_000)]: ['Date'] } } }],
])('%s: built or refused within 200 ms', (_what, body) => {
  const ms = leastCpuMsOf(() => {
    try {
      inputTransformer.deserialize(body)
    } catch {
      // Refused.
    }
  }, HOLD_MAX_MS / 2)
  expect(ms).toBeLessThan(HOLD_MAX_MS)
})
