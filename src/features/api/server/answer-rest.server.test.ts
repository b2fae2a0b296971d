import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { member, user } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { sellPlan } from '@plinth/testing/sell-plan.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createApiKey } from '../tests/create-api-key.ts'
import { apiCallOn, requestOf, type Asked } from '../tests/rest-client.ts'
import { sampleRouter } from '../tests/sample-router.ts'
import { answerRest } from './answer-rest.server.ts'
import { apiKeys } from './api-keys.table.server.ts'
import { newKey } from './key-text.server.ts'
import { revokeKey } from './revoke-key.server.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const owner = actorOf(await createUser(db))
const api = apiCallOn(db, sampleRouter)

beforeEach(async () => void (await db.delete(limitCounter)))

async function ask(line: string, asked: Asked = {}) {
  const answer = await answerRest({ request: requestOf(line, asked), ...api })
  const { status, headers } = answer
  return { status, headers, body: (await answer.json()) as Record<string, unknown> }
}
const statusOf = async (line: string, asked: Asked = {}) => (await ask(line, asked)).status
const keyOf = async (actor: SignedInActor, ...scopes: string[]) =>
  (await createApiKey(db, actor, { scopes })).key

const writeKey = () => keyOf(owner, 'things:write')

describe('a request', () => {
  test('has its dates, numbers, booleans and lists from the query', async () => {
    const { body } = await ask('GET /things?at=2026-01-31T09:30:00Z&count=7&isDone=true&tags=a&tags=b', {
      key: await writeKey(),
    })
    expect(body).toMatchObject({
      at: '2026-01-31T09:30:00.000Z',
      count: 7,
      isDone: true,
      tags: ['a', 'b'],
    })
  })

  test('has its defaults without any query, and one value for a list', async () => {
    const key = await writeKey()
    expect((await ask('GET /things', { key })).body).toMatchObject({ count: 20, isDone: false, tags: [] })
    expect((await ask('GET /things?tags=a', { key })).body).toMatchObject({ tags: ['a'] })
  })

  test('has its input from the path and the body', async () => {
    const body = { at: '2026-01-31T09:30:00Z', count: 3 }
    expect((await ask('PATCH /things/a%20b', { key: await writeKey(), body })).body).toMatchObject({
      id: 'a b',
      at: '2026-01-31T09:30:00.000Z',
      count: 3,
    })
  })

  test('finds a literal path before one with a name', async () => {
    expect((await ask('GET /things/latest', { key: await writeKey() })).body).toEqual({ latest: true })
  })

  test('passes an idempotency key on, and refuses it where nothing takes it', async () => {
    const key = await writeKey()
    const headers = { 'idempotency-key': 'import-2026-01' }
    expect((await ask('POST /things', { key, body: {}, headers })).body).toMatchObject({
      idempotencyKey: 'import-2026-01',
    })
    expect(await ask('PATCH /things/1', { key, body: {}, headers })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'Idempotency-Key', code: 'api:errors.noIdempotency' }] },
    })
  })

  test.each([
    ['an unknown field', 'POST /things', { color: 'red' }, 'color'],
    ['a wrong type', 'POST /things', { count: '3' }, 'count'],
    ['a date that is none', 'POST /things', { at: '2026-13-01T00:00:00Z' }, 'at'],
    ['a number out of range', 'POST /things', { count: 101 }, 'count'],
    ['a text that cannot be stored', 'POST /things', { tags: ['\u0000'] }, 'tags.0'],
    ['a name of the path again', 'PATCH /things/1', { id: '2' }, 'id'],
    ['no JSON', 'POST /things', '{', 'body'],
    ['a list', 'POST /things', [], 'body'],
    ['a query', 'POST /things?count=3', {}, 'count'],
    ['an idempotency key that is too short', 'POST /things', { idempotencyKey: 'short' }, 'idempotencyKey'],
    ['an unknown name in the query', 'GET /things?color=red', undefined, 'color'],
    ['a text for a number', 'GET /things?count=many', undefined, 'count'],
    ['a path that is too long', 'GET /things/12345678901', undefined, 'id'],
    ['a body that is not said to be JSON', 'POST /things', '{"count":3}', 'Content-Type'],
  ])('with %s is refused with its field', async (...[what, line, body, field]) => {
    const headers: Record<string, string> = what.includes('not said') ? { 'content-type': 'text/plain' } : {}
    const answer = await ask(line, { key: await writeKey(), body, headers })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body).toMatchObject({ type: 'about:blank', status: 400, errors: [{ field }] })
  })

  test('that is nested too deeply is told so, and where', async () => {
    const tags = JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown
    const answer = await ask('POST /things', { key: await writeKey(), body: { tags } })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'errors:tooDeep',
        title: 'This is nested too deeply.',
        errors: [{ field: `tags${'.0'.repeat(11)}`, code: 'errors:tooDeep' }],
      },
    })
  })

  test.each([
    ['POST /things', '{"__proto__":{"count":3}}'],
    ['DELETE /things/1', '{"__proto__":1}'],
    ['POST /broken', '{"__proto__":1}'],
    ['POST /broken', '{"constructor":1}'],
  ])('%s with %s has an unknown field', async (line, body) => {
    const headers = { 'content-type': 'application/json' }
    expect(await ask(line, { key: await writeKey(), body, headers })).toMatchObject({
      status: 400,
      body: { code: 'errors:invalid' },
    })
  })

  test('to an unknown path is 404, with another method 405', async () => {
    const key = await writeKey()
    expect(await statusOf('GET /nothing', { key })).toBe(404)
    expect(await statusOf('GET /others.hidden', { key })).toBe(404)
    const answer = await ask('PUT /things/1', { key, body: {} })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE'])
  })

  test('that fails is 500, without a word of the cause', async () => {
    const { status, body } = await ask('POST /broken', { key: await writeKey() })
    expect([status, body.code]).toEqual([500, 'errors:unexpected'])
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})

describe('a key', () => {
  test.each([
    ['none', {}],
    ['another scheme', { headers: { authorization: 'Basic YTpi' } }],
    ['an unknown key', { key: newKey() }],
    ['a wrong checksum', { key: newKey().replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
    ['no key at all', { key: 'x' }],
    ['a key in a cookie', { headers: { cookie: 'session=x' } }],
  ])('%s: 401', async (_what, asked: Asked) => {
    const answer = await ask('GET /things', asked)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('does what its scopes allow, and nothing else', async () => {
    const [reading, writing, none] = [
      await keyOf(owner, 'things:read'),
      await keyOf(owner, 'things:write'),
      await keyOf(owner, 'others:read'),
    ]
    expect(await statusOf('GET /things', { key: reading })).toBe(200)
    expect(await ask('POST /things', { key: reading, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'api:errors.scopeMissing', title: 'This API key lacks the scope things:write.' },
    })
    expect(await statusOf('POST /things', { key: writing, body: {} })).toBe(200)
    expect(await statusOf('GET /things', { key: writing })).toBe(200)
    expect(await statusOf('GET /things', { key: none })).toBe(403)
  })

  test('never counts as a recent authentication', async () => {
    const key = await keyOf(owner, 'others:write')
    expect(await ask('POST /sensitive', { key })).toMatchObject({
      status: 403,
      body: { code: 'errors:forbidden' },
    })
  })

  test('has the role of its owner at every call, and ends with the membership for good', async () => {
    const team = await createTeam(db)
    const key = await keyOf(team.admin, 'others:read', 'things:write')
    expect((await ask('GET /others', { key })).body).toEqual({ role: 'admin' })
    expect(await statusOf('DELETE /things/1', { key })).toBe(200)
    const own = eq(member.userId, team.admin.userId)
    await db.update(member).set({ role: 'member' }).where(own)
    expect((await ask('GET /others', { key })).body).toEqual({ role: 'member' })
    expect(await statusOf('DELETE /things/1', { key })).toBe(403)
    const [row] = await db.delete(member).where(own).returning()
    expect(await statusOf('GET /others', { key })).toBe(401)
    if (row) await db.insert(member).values(row)
    expect(await statusOf('GET /others', { key })).toBe(401)
  })

  test('stays in its workspace', async () => {
    const team = await createTeam(db)
    const personal: SignedInActor = { ...team.member, workspace: { organizationId: null, role: 'owner' } }
    expect((await ask('GET /others', { key: await keyOf(personal, 'others:read') })).body).toEqual({
      role: 'owner',
    })
    expect((await ask('GET /others', { key: await keyOf(team.member, 'others:read') })).body).toEqual({
      role: 'member',
    })
  })

  test.each([
    ['its revocation', (id: string, actor: SignedInActor) => revokeKey(makeContext(db, actor), { id })],
    [
      'its expiry',
      (id: string) =>
        db
          .update(apiKeys)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(apiKeys.id, id)),
    ],
    [
      'a ban',
      (_id: string, { userId }: SignedInActor) =>
        db.update(user).set({ banned: true }).where(eq(user.id, userId)),
    ],
    [
      'the deletion of the account',
      (_id: string, { userId }: SignedInActor) => db.delete(user).where(eq(user.id, userId)),
    ],
  ])('ends at once with %s', async (_what, end) => {
    const actor = actorOf(await createUser(db))
    const { id, key } = await createApiKey(db, actor, { scopes: ['things:read'] })
    expect(await statusOf('GET /things', { key })).toBe(200)
    await end(id, actor)
    expect(await statusOf('GET /things', { key })).toBe(401)
  })

  test('of an administrator of the application administers nothing', async () => {
    const admin = actorOf(await createUser(db, { role: 'admin' }))
    const key = await keyOf(admin, 'others:write', 'things:write')
    for (const path of ['/administer', '/others/administer', '/others.administer'])
      expect(await statusOf(`GET ${path}`, { key })).toBe(404)
  })

  test('is named in the audit log by what it changed', async () => {
    const { id: tokenId, key } = await createApiKey(db, owner, { name: 'Nightly', scopes: ['things:write'] })
    await ask('DELETE /things/audited', { key })
    expect(await auditOf(db, 'audited')).toMatchObject([
      { actorId: owner.userId, details: { count: 1, tokenName: 'Nightly', tokenId } },
    ])
  })

  test('is refused from a page of another origin', async () => {
    const key = await writeKey()
    const from = (origin: string) => ask('GET /things', { key, headers: { origin } })
    expect((await from('https://evil.example')).status).toBe(403)
    const own = await from('http://localhost:3000')
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('says to the hour when it was last used', async () => {
    const { id, key } = await createApiKey(db, owner, { scopes: ['things:read'] })
    await ask('GET /things', { key })
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id))
    expect(row?.lastUsedAt?.toISOString()).toMatch(/:00:00\.000Z$/)
  })
})

describe('limits', () => {
  test('a call over those of the plan is 429 with a code and a time', async () => {
    sellPlan({ apiCalls: 2 })
    const key = await writeKey()
    const answers = [
      await ask('GET /things', { key }),
      await ask('GET /things', { key: await writeKey() }),
      await ask('GET /things', { key }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.body).toMatchObject({ code: 'errors:planSpent' })
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('are told with every answer, and a request too many says when to come back', async () => {
    const { id, key } = await createApiKey(db, owner, { scopes: ['things:read'] })
    const { headers } = await ask('GET /things', { key })
    expect(headers.get('ratelimit-policy')).toBe('"key";q=120;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"key";r=119;t=\d+$/)
    await db
      .update(limitCounter)
      .set({ count: 120 })
      .where(eq(limitCounter.key, `api:key:${id}`))
    const refused = await ask('GET /things', { key })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('count per user, however many keys they have', async () => {
    await statusOf('GET /things', { key: await writeKey() })
    await db
      .update(limitCounter)
      .set({ count: 600 })
      .where(eq(limitCounter.key, `api:user:${owner.userId}`))
    expect(await statusOf('GET /things', { key: await writeKey() })).toBe(429)
  })

  test('of a verb are shared by all keys of a user', async () => {
    for (const expected of [500, 500, 429])
      expect(await statusOf('POST /broken', { key: await writeKey() })).toBe(expected)
  })

  test('refuse an address that tries keys', async () => {
    for (let count = 0; count < 30; count++) expect(await statusOf('GET /things', { key: 'x' })).toBe(401)
    expect(await statusOf('GET /things', { key: 'x' })).toBe(429)
    expect(await statusOf('GET /things', { key: await writeKey() })).toBe(200)
  })
})
