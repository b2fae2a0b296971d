import fc from 'fast-check'
import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import superjson from 'superjson'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import type { UploadRule } from '@plinth/core/server'
import { BATCH_MAX } from '@plinth/core/internal/trpc/batch-max.ts'
import { LOOP_HOLD_MAX_MS } from '@plinth/core/internal/log/loop-watch.server.ts'
import { IMAGE_MAX_EDGE_PIXELS } from '@plinth/core/internal/storage/image-limits.ts'
import { createSession } from '@plinth/testing/factories.ts'
import { featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { fillWorkspace, isWhole, type FilledWorkspace } from '@plinth/testing/filled-workspace.ts'
import { strangeWord } from '@plinth/testing/strange-word.ts'
import { openApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const appRouter = await makeAppRouter()

// The server measures itself: its watch of the event loop logs who held it, in CPU time.

const secret = publicSettings.BETTER_AUTH_SECRET
// What is larger is streamed: a procedure's response is in memory as a whole.
const ANSWER_MAX_BYTES = 1024 * 1024

let app: AppUnderTest
let filled: FilledWorkspace
beforeAll(async () => {
  app = await openApp({ BETTER_AUTH_SECRET: secret })
  filled = await fillWorkspace(app.db)
  // Modules that load with the first call are not part of what a call costs.
  for (const one of procedures) await (await call(one, {})).body?.cancel()
})

type Field = {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Field[]
  oneOf?: Field[]
  items?: Field
  properties?: Record<string, Field>
  maxLength?: number
  maximum?: number
  maxItems?: number
}
type Definition = { type: string; inputs: z.ZodType[]; meta?: { upload?: UploadRule } }
type Procedure = { name: string; type: string; schema?: z.ZodType; upload?: UploadRule }

const procedures: Procedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([name, { _def }]) => ({
  name,
  type: _def.type,
  ...(_def.inputs[0] ? { schema: _def.inputs[0] } : {}),
  ...(_def.meta?.upload ? { upload: _def.meta.upload } : {}),
}))

/** Texts that are expensive for some reader of them; each is cut to the length that a field allows. */
const texts: Record<string, (length: number) => string> = {
  'words that nearly occur': (length) =>
    fill(length, (at) => `${strangeWord(at).slice(0, 24)}${strangeWord(at).slice(25, 31)} `),
  'unknown words': (length) => fill(length, (at) => `${strangeWord(-1 - at)} `),
  abbreviations: (length) => fill(length, () => 'z. B. '),
  'nested Markdown': (length) => fill(length, (at) => ['**a', '_b', '> ', '[c](', '`d`'][at % 5] ?? ''),
  'one letter': (length) => fill(length, () => 'x'),
}
const fill = (length: number, part: (at: number) => string) => {
  let text = ''
  for (let at = 0; text.length < length; at++) text += part(at)
  return text.slice(0, length).trimEnd().padEnd(length, 'x')
}

/** The largest value of a field. Ids are those of rows that exist. */
function largest(path: readonly string[], field: Field, text: (length: number) => string): unknown {
  const name = path.at(-1) ?? ''
  const [feature = ''] = path
  if (field.const !== undefined) return field.const
  if (field.enum) return field.enum.at(-1)
  const [either] = field.anyOf ?? field.oneOf ?? []
  if (either) return largest(path, either, text)
  switch (field.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(field.properties ?? {}).map(([key, one]) => [key, largest([...path, key], one, text)]),
      )
    case 'array':
      return name === 'userIds'
        ? filled.userIds.slice(0, field.maxItems)
        : Array.from({ length: field.maxItems ?? 0 }, () => largest(path, field.items ?? {}, text))
    case 'integer':
    case 'number':
      return Math.min(field.maximum ?? Number.MAX_SAFE_INTEGER, name === 'page' ? 1 : Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return true
    case 'string':
      return largestText(feature, name, { field, text })
    default:
      return new Date(Date.now() + 86_400_000)
  }
}

function largestText(
  feature: string,
  name: string,
  { field: { format, pattern, maxLength = 64 }, text }: { field: Field; text: (length: number) => string },
): string {
  if (name === 'id' && filled.ids[feature]) return filled.ids[feature]
  if (name === 'userId' || (name === 'id' && feature === 'admin')) return filled.userIds[0] ?? ''
  if (name === 'messageId') return 'question'
  if (name === 'cursor') return ''
  if (format === 'email' || name === 'email') return 'somebody@example.org'
  if (name === 'url') return 'https://example.com/'.padEnd(maxLength, 'x')
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const candidates = [text(maxLength), 'x'.repeat(maxLength), '9'.repeat(Math.min(18, maxLength))]
  return (
    candidates.find((one) => shape?.test(one) ?? true) ??
    fc.sample(fc.stringMatching(shape ?? /x/), { numRuns: 1, seed: 1 })[0] ??
    ''
  )
}

function withoutCursor(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('cursor' in input)) return input
  const { cursor: _first, ...rest } = input
  return rest
}

const shapeOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field

async function call({ name, type, upload }: Procedure, input: unknown): Promise<Response> {
  // Calls may end the session.
  const session = await createSession(app.db, filled.owner, { secret })
  const headers = { origin: app.url, cookie: session.cookie(app.url) }
  const url = `${app.url}/api/trpc/${name}`
  if (upload)
    return fetch(url, {
      method: 'POST',
      headers,
      body: input instanceof FormData ? input : formOf(new Uint8Array(1), 'a.txt'),
    })
  const body = JSON.stringify(superjson.serialize(input))
  return type === 'mutation'
    ? fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    : fetch(`${url}?input=${encodeURIComponent(body)}`, { headers })
}

function formOf(bytes: Uint8Array<ArrayBuffer>, name: string): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], name))
  return form
}

/** Every largest input of a procedure. */
async function inputsOf({ name, schema, upload }: Procedure): Promise<[string, unknown][]> {
  if (upload) {
    const size = IMAGE_MAX_EDGE_PIXELS
    const image = await sharp({ create: { width: size, height: size, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const text = new TextEncoder().encode('z. B. '.repeat(upload.maxBytes / 6))
    return [
      ['an image', formOf(new Uint8Array(image), 'a.png')],
      ['a text', formOf(text, 'a.txt')],
    ]
  }
  if (!schema) return [['nothing', undefined]]
  const shape = shapeOf(schema)
  return Object.entries(texts).map(([what, text]) => [
    what,
    withoutCursor(largest(name.split('.').slice(0, 1), shape, text)),
  ])
}

// The export of an account is a job that another procedure queued.
const heldLines = () =>
  app
    .output()
    .split('\n')
    .filter((line) => line.includes('the event loop was held') && !line.includes('export-account'))

test('the routes of features do not hold the event loop with the largest body', async () => {
  const before = heldLines().length
  if (!(await isWhole(app.db, filled))) filled = await fillWorkspace(app.db)
  for (const text of Object.values(texts))
    for (const { path, what, body } of featureFixtures.flatMap(
      ({ largeBodies }) => largeBodies?.(text) ?? [],
    )) {
      await app.db.execute(sql`delete from limit_counter`)
      const session = await createSession(app.db, filled.owner, { secret })
      const headers = {
        origin: app.url,
        cookie: session.cookie(app.url),
        'content-type': 'application/json',
      }
      const answer = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect([path, what, answer.status]).toEqual([path, what, 200])
      await answer.arrayBuffer()
    }
  await fetch(`${app.url}/healthz`)
  await new Promise((resolve) => setTimeout(resolve, LOOP_HOLD_MAX_MS))
  expect(heldLines().slice(before)).toEqual([])
})

test('a batch of large results holds no large response, and has at least one of them', async () => {
  if (!(await isWhole(app.db, filled))) filled = await fillWorkspace(app.db)
  const session = await createSession(app.db, filled.owner, { secret })
  const headers = { origin: app.url, cookie: session.cookie(app.url) }
  const bounded: string[] = []
  for (const { name, schema } of procedures.filter(({ type }) => type === 'query')) {
    const shape = schema && shapeOf(schema)
    const input =
      shape && withoutCursor(largest(name.split('.').slice(0, 1), shape, (length) => 'x'.repeat(length)))
    const inputs = Object.fromEntries(
      Array.from({ length: BATCH_MAX }, (_, at) => [at, superjson.serialize(input)]),
    )
    const query = new URLSearchParams({ batch: '1', input: JSON.stringify(inputs) })
    const answer = await fetch(
      `${app.url}/api/trpc/${Array.from({ length: BATCH_MAX }, () => name).join()}?${query}`,
      { headers },
    )
    const text = await answer.text()
    if (answer.status === 414 || answer.status === 431) continue
    const statuses = (JSON.parse(text) as { error?: { json: { data: { httpStatus: number } } } }[]).map(
      ({ error }) => error?.json.data.httpStatus ?? 200,
    )
    // Beside the results: what surrounds each, and errors.
    expect([name, text.length, text.length < ANSWER_MAX_BYTES + 20_000]).toEqual([name, text.length, true])
    if (!statuses.includes(503)) continue
    expect([name, statuses]).toEqual([name, expect.arrayContaining([200])])
    bounded.push(name)
  }
  expect(bounded, 'a list as long as it may be').not.toEqual([])
})

// Queries come first: some mutations delete what others would read.
const inOrder = procedures.toSorted(
  (one, other) => Number(one.type === 'mutation') - Number(other.type === 'mutation'),
)

test.each(inOrder)(
  '$name does not hold the event loop with its largest input, nor a large response',
  async (procedure) => {
    const before = heldLines().length
    const accepted = new Set<boolean>()
    const kinds = (await inputsOf(procedure)).length
    for (let kind = 0; kind < kinds; kind++) {
      if (!(await isWhole(app.db, filled))) filled = await fillWorkspace(app.db)
      const [what, input] = (await inputsOf(procedure))[kind] ?? []
      const { schema } = procedure
      accepted.add(!schema || schema.safeParse(input).success)
      const answer = await call(procedure, input)
      // The stream of a subscription has no end.
      if (procedure.type === 'subscription') await answer.body?.getReader().read()
      else {
        const { byteLength } = await answer.arrayBuffer()
        expect([what, byteLength, byteLength < ANSWER_MAX_BYTES]).toEqual([what, byteLength, true])
      }
      expect(answer.status, `${procedure.name}: ${what}`).not.toBe(401)
      expect(answer.status, `${procedure.name}: ${what}`).toBeLessThan(500)
    }
    expect(accepted, 'the schema accepts one of the inputs').toContain(true)
    // The watch logs at its next tick.
    await fetch(`${app.url}/healthz`)
    await new Promise((resolve) => setTimeout(resolve, LOOP_HOLD_MAX_MS))
    expect(heldLines().slice(before)).toEqual([])
  },
)
