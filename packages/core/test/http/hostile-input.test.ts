import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { cpuMsOfProcess } from '@plinth/testing/cpu-time.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const appRouter = await makeAppRouter()
const { endpoints: authEndpoints } = await authRegistry()

// The inputs are derived from the router and the list of open endpoints, so new ones are covered
// automatically.

// Super-linear work takes minutes.
const CPU_MS_MAX = 3_000

let app: AppUnderTest
/** The length of the log so far: other files share the application. */
let written: number
let admin: HttpClient
beforeAll(async () => {
  app = await sharedApp()
  written = app.output().length
  admin = await signedInClient(app.url, { email: 'admin@example.com', password: PASSWORD })
})

type Field = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  minimum?: number
  anyOf?: Field[]
  properties?: Record<string, Field>
  required?: string[]
}
type Shape = { properties?: Record<string, Field>; required?: string[] }

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

function soundValue(
  name: string,
  { type, enum: choices, const: only, minLength = 1, minimum = 1, anyOf, properties = {}, required }: Field,
): unknown {
  if (anyOf?.[0]) return soundValue(name, anyOf[0])
  if (choices) return choices[0]
  if (only !== undefined) return only
  if (/email$/i.test(name)) return 'somebody@example.org'
  if (name === 'url') return 'https://example.com/'
  if (name === 'code') return '123456'
  if (type === 'boolean') return true
  if (type === 'object')
    return soundInput({ properties, required: required ?? Object.keys(properties).slice(0, 1) })
  if (type === 'integer' || type === 'number') return Math.max(1, minimum)
  return 'sound-value-of-text'.padEnd(minLength, 'x')
}

/** Every required field with a valid value. */
function soundInput({ properties = {}, required = [] }: Shape): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, soundValue(name, properties[name] ?? {})]))
}

const deepText = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

// None of our fields accepts any of these.
const texts: [string, unknown][] = [
  ['NUL', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800'],
  ['the other half', '\udc00b'],
  ['a text without end', 'x'.repeat(10_000)],
]
const numbers: [string, unknown][] = [
  ['the largest number', 1.797e308],
  ['a number beyond all', -9_007_199_254_740_992],
]
const objects: [string, unknown][] = [
  ['an object for a value', { toString: 'x' }],
  ['an operator', { $ne: null }],
  ['a prototype', JSON.parse('{"__proto__":{"isAdmin":true}}')],
  ['a constructor', { constructor: { prototype: { isAdmin: true } } }],
  ['200 levels', JSON.parse(deepText(200))],
]
const lists: [string, unknown][] = [
  ['a list for a value', ['a', 'b']],
  ['an empty list', []],
]
const all = [texts, numbers, objects, lists]

/** All values of the field's own type, and one of every other type, which is always rejected. */
function hostileFor({ type, enum: choices }: Field): [string, unknown][] {
  const own = choices ? [] : { string: texts, number: numbers, integer: numbers, boolean: [] }[String(type)]
  return own ? all.flatMap((kind) => (kind === own ? kind : kind.slice(0, 1))) : all.flat()
}

type Wire = {
  error?: { json?: { data?: { app?: { params?: { field?: string }; fields?: Record<string, string> } } } }
}
type Call = { name: string; send(inputText: string): Promise<Response>; shape: Shape; takesBody: boolean }

/**
 * Sends a request and checks what applies to every response: a 4xx that costs little and exposes no
 * internals.
 */
async function refused(call: Call, inputText: string, what: string): Promise<string> {
  const before = cpuMsOfProcess(app.pid)
  const answer = await call.send(inputText)
  const text = await answer.text()
  expect(answer.status, `${call.name}, ${what}: ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(400)
  expect(answer.status, `${call.name}, ${what}: ${text.slice(0, 300)}`).toBeLessThan(500)
  expect(text, `${call.name}, ${what}`).not.toMatch(/node_modules|file:\/\/|Failed query|ZodError/)
  expect(cpuMsOfProcess(app.pid) - before, `${call.name}, ${what}`).toBeLessThan(CPU_MS_MAX)
  return text
}

async function tryEveryField(
  call: Call,
  fieldsOf: (text: string) => (string | undefined)[],
  { ignoresUnknown = false } = {},
): Promise<void> {
  const base = soundInput(call.shape)
  for (const name of Object.keys(call.shape.properties ?? {})) {
    const field = call.shape.properties?.[name] ?? {}
    const isList = [field, ...(field.anyOf ?? [])].some(({ type }) => type === 'array')
    for (const [what, short] of hostileFor(field)) {
      if (isList && what === 'a list for a value') continue
      // A query passes its input in the URL, whose length is limited.
      const value =
        call.takesBody && typeof short === 'string' && short.length > 1_000 ? short.repeat(20) : short
      const text = await refused(call, JSON.stringify({ ...base, [name]: value }), `${name} is ${what}`)
      // A user without access is rejected before the input is read.
      if (text.includes('errors:forbidden')) return
      const named = fieldsOf(text).some((one) => one === name || one?.startsWith(`${name}.`))
      expect(named, `${call.name}: ${name} is ${what}, and the answer names ${text.slice(0, 300)}`).toBe(true)
    }
  }
  if (!call.shape.properties) return
  for (const name of ['role', 'userId', 'emailVerified', 'organizationId', 'isAdmin']) {
    if (call.shape.properties?.[name] || ignoresUnknown) continue
    expect(
      fieldsOf(await refused(call, JSON.stringify({ ...base, [name]: 'x' }), `with ${name}`)),
      `${call.name} with ${name}`,
    ).toContain(name)
  }
  for (const name of call.shape.required ?? []) {
    const { [name]: _left, ...rest } = base
    expect(
      fieldsOf(await refused(call, JSON.stringify(rest), `without ${name}`)),
      `${call.name} without ${name}`,
    ).toContain(name)
  }
}

// Sent as text, because what is too deep for this test may not be for the server.
const strangeInputs = [
  'null',
  '[1]',
  '"x"',
  '5',
  'true',
  '{"id":[null]}',
  deepText(1_000),
  deepText(60_000),
  `{${'"a":1,'.repeat(100)}"b":2}`,
]

// Large inputs are parsed before the procedure is known: one of each kind is enough.
const LARGE_BYTES = 10_000

describe('tRPC', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string; inputs: unknown[] } }>,
    // A subscription reports invalid input inside its stream.
  ).filter(([, { _def }]) => _def.type !== 'subscription')
  const oneOfEachKind = ['query', 'mutation'].flatMap((kind) => {
    const one = procedures.find(([, { _def }]) => _def.type === kind && _def.inputs.length > 0)
    return one ? [one] : []
  })
  const takesLarge = (name: string) => oneOfEachKind.some(([one]) => one === name)
  const callOf = (name: string, isQuery: boolean, schema: z.ZodType): Call => ({
    name,
    shape: shapeOf(schema),
    takesBody: !isQuery,
    send: (inputText) => sendJson(name, isQuery, `{"json":${inputText}}`),
  })
  const sendJson = (name: string, isQuery: boolean, text: string) =>
    isQuery
      ? getAgain(`${app.url}/api/trpc/${name}?input=${encodeURIComponent(text)}`)
      : fetch(`${app.url}/api/trpc/${name}`, {
          method: 'POST',
          headers: { origin: app.url, cookie: admin.cookie(), 'content-type': 'application/json' },
          body: text,
        })
  // The server rejects an endless URL before reading all of it and closes the connection; a client that is
  // still writing may miss the response.
  const getAgain = async (url: string, tries = 5): Promise<Response> => {
    const answer = await fetch(url, { headers: { cookie: admin.cookie() } }).catch((error: unknown) => {
      if (tries === 0) throw error
    })
    return answer ?? getAgain(url, tries - 1)
  }
  const fieldsOf = (text: string) => {
    const { params, fields } = (JSON.parse(text) as Wire).error?.json?.data?.app ?? {}
    return [params?.field, ...Object.keys(fields ?? {})]
  }

  test.each(procedures)(
    '%s rejects every hostile value in every field and names the field',
    async (name, { _def }) => {
      const [schema] = _def.inputs as z.ZodType[]
      if (!schema) return
      const call = callOf(name, _def.type === 'query', schema)
      await tryEveryField(call, fieldsOf)
      for (const input of strangeInputs) {
        if (input.length < LARGE_BYTES || takesLarge(name)) await refused(call, input, input.slice(0, 40))
      }
    },
  )

  const tricks = [
    '{"json":{},"meta":5}',
    '{"json":{},"meta":{"values":5}}',
    '{"json":{},"meta":{"values":{"__proto__.x":["Date"]}}}',
    '{"json":{},"meta":{"values":{"constructor.prototype.x":["Date"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":["Date"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":["bigint"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":["regexp"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":["URL"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":["Error"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":[["custom","nope"]]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":[["class","Nope"]]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"id":["set"]}}}',
    '{"json":{"id":"x"},"meta":{"values":{"a.b.c":["map"]}}}',
    '{"json":{"id":"x"},"meta":{"referentialEqualities":{"id":["__proto__.x"]}}}',
    '{"json":{"id":"x"},"meta":{"referentialEqualities":[["id"]]}}',
    '{"json":{"id":{"a":1}},"meta":{"referentialEqualities":{"id":["id.a"]}}}',
    '{"json":{"id":["x"]},"meta":{"values":{"id":["set"]}}}',
    '{"json":{"id":[["x",1]]},"meta":{"values":{"id":["map"]}}}',
    '{"json":{"id":["x"]},"meta":{"values":{"id":["set"],"id.0":["set"]}}}',
    '{"json":{"id":"1"},"meta":{"values":{"id":["bigint"]}}}',
    '{"json":null,"meta":{"values":["undefined"]}}',
    '{"meta":{}}',
    '{"json":{"__proto__":{"x":1}}}',
    '{"json":{"constructor":1}}',
    '{"json":{"prototype":1}}',
    `{"json":{"id":"x","decisions":[${'0,'.repeat(400_000)}0]}}`,
    `{"json":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    `{"json":{"id":"x"},"meta":{"values":${'{"a":['.repeat(3_000)}"Date"${']}'.repeat(3_000)}}}`,
    '{"json":1e9,"meta":{"values":[["typed-array","Uint8Array"]]}}',
    JSON.stringify({ json: '9'.repeat(1_000_000), meta: { values: ['bigint'] } }),
    JSON.stringify({
      json: Object.fromEntries(Array.from({ length: 11 }, (_item, level) => [level, Array(20).fill(0)])),
      meta: {
        referentialEqualities: Object.fromEntries(
          Array.from({ length: 10 }, (_item, level) => [
            10 - level,
            Array.from({ length: 20 }, (_, at) => `${9 - level}.${at}`),
          ]),
        ),
      },
    }),
    JSON.stringify({
      json: { set: Array.from({ length: 40_000 }, (_, at) => at), last: 0 },
      meta: {
        values: { set: ['set'] },
        referentialEqualities: Object.fromEntries(
          Array.from({ length: 40_000 }, (_, at) => [`set.${39_999 - at}`, ['last']]),
        ),
      },
    }),
  ]

  // The same code reads all inputs before a procedure is chosen.
  test.each(oneOfEachKind)(
    '%s is not confused by malformed or malicious superjson',
    async (name, { _def }) => {
      const isQuery = _def.type === 'query'
      for (const text of tricks) {
        if (isQuery && text.length > LARGE_BYTES) continue
        const before = cpuMsOfProcess(app.pid)
        const answer = await sendJson(name, isQuery, text)
        expect(cpuMsOfProcess(app.pid) - before, `${name} ${text.slice(0, 100)}`).toBeLessThan(CPU_MS_MAX)
        expect(
          answer.status,
          `${name} ${text.slice(0, 100)}: ${(await answer.text()).slice(0, 300)}`,
        ).toBeLessThan(500)
      }
    },
  )
})

describe('Better Auth', () => {
  const withLarge = authEndpoints.find(({ body }) => body !== undefined)

  test.each(authEndpoints.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s rejects every hostile value in every field and names the field',
    async (name, row) => {
      // Signed in only where required: open endpoints are called anonymously.
      const cookie = row.rule.allow.includes('anyone') ? '' : admin.cookie()
      const fieldsOf = (text: string) => [(JSON.parse(text) as { field?: string }).field]
      if (row.body) {
        const send = (body: string) =>
          fetch(`${app.url}/api/auth${row.path}`, {
            method: 'POST',
            headers: { origin: app.url, cookie, 'content-type': 'application/json' },
            body,
          })
        const call = { name, send, shape: shapeOf(row.body), takesBody: true }
        // A form has text alone. OAuth says to ignore what is unknown.
        if (!row.isForm) await tryEveryField(call, fieldsOf, { ignoresUnknown: row.refusal !== undefined })
        for (const input of strangeInputs) {
          if (input.length < LARGE_BYTES || row === withLarge) await refused(call, input, input.slice(0, 40))
        }
      }
      const send = (query: string) =>
        fetch(`${app.url}/api/auth${row.path}?${query}`, {
          method: row.method,
          headers: { origin: app.url, cookie },
          redirect: 'manual',
        })
      for (const query of [
        '__proto__=x',
        'role=admin',
        'disableRefresh[]=true',
        'a=%00',
        'a=%ED%A0%80',
        `a=${'x'.repeat(10_000)}`,
        'callbackURL=//evil.example',
      ]) {
        const answer = await send(query)
        const text = await answer.text()
        // Users see the response of a provider callback: it redirects to a page that explains the failure.
        if (row.path.startsWith('/callback/') && answer.status === 302) {
          expect(answer.headers.get('location'), `${name}?${query.slice(0, 40)}`).toMatch(
            /^(http:\/\/localhost:\d+)?\/login\?error=\w+$/,
          )
          continue
        }
        expect(answer.status, `${name}?${query.slice(0, 40)}: ${text}`).toBe(400)
        expect(fieldsOf(text)[0], `${name}?${query.slice(0, 40)}`).toEqual(expect.any(String))
      }
    },
  )
})

test('none of the inputs changed an object of the process or logged an error', async () => {
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  const session = (await (await admin.get('/api/auth/get-session')).json()) as {
    user: Record<string, unknown>
  }
  expect(session.user.isAdmin).toBeUndefined()
  expect(app.output().slice(written)).not.toMatch(/"level":"error"/)
})
