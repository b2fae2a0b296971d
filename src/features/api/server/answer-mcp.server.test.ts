import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createApiKey } from '../tests/create-api-key.ts'
import { apiCallOn, requestOf } from '../tests/rest-client.ts'
import { sampleRouter } from '../tests/sample-router.ts'
import { acceptAppTokens, acceptedAppTokens, type AppTokens } from './app-tokens.server.ts'
import { answerMcp } from './answer-mcp.server.ts'
import { answerRest } from './answer-rest.server.ts'

provideAllTexts()
const { db } = await openTestDatabase()
const owner = actorOf(await createUser(db))
const api = apiCallOn(db, sampleRouter)

beforeEach(async () => void (await db.delete(limitCounter)))

const VERSION = '2026-07-28'
const envelope = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

async function ask(key: string, method: string, params: Record<string, unknown> = {}) {
  const request = new Request('http://localhost:3000/api/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
  })
  const answer = await answerMcp({ request, ...api })
  const body = (await answer.json()) as Answer
  return { status: answer.status, headers: answer.headers, ...body }
}
type Tool = { name: string; inputSchema: object; annotations: { readOnlyHint: boolean } }
type Answer = {
  code?: string
  error?: { code: number; message: string }
  result?: { tools?: Tool[]; content?: { text: string }[]; isError?: boolean }
}

const keyOf = async (...scopes: string[]) => (await createApiKey(db, owner, { scopes })).key
const toolsOf = async (key: string) => (await ask(key, 'tools/list')).result?.tools ?? []
const call = (key: string, name: string, given: object = {}) =>
  ask(key, 'tools/call', { name, arguments: given })

describe('an assistant', () => {
  test('sends one message at a time, of a size that is read at once', async () => {
    const key = await keyOf('things:read')
    const send = (body: string) =>
      answerMcp({
        request: new Request('http://localhost:3000/api/mcp', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body,
        }),
        ...api,
      })
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await send(` [${JSON.stringify(list)}]`)).status).toBe(400)
    expect((await send(JSON.stringify({ ...list, params: { given: 'x'.repeat(500_000) } }))).status).toBe(413)
  })

  test('sees the operations of its key as tools, without deletions', async () => {
    const names = (await toolsOf(await keyOf('things:write'))).map(({ name }) => name)
    expect(names).toEqual([
      'things_list',
      'things_get',
      'things_latest',
      'things_create',
      'things_update',
      'things_broken',
    ])
  })

  test('with a key for reading sees no writing tool, and calling one writes nothing', async () => {
    const key = await keyOf('things:read')
    const tools = await toolsOf(key)
    expect(tools.map(({ name }) => name)).toEqual(['things_list', 'things_get', 'things_latest'])
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
    for (const name of ['things_create', 'things_delete', 'others_sensitive', 'nothing'])
      expect((await call(key, name)).error?.message).toContain(`There is no tool ${name}`)
  })

  test('calls a tool with dates as text and gets JSON', async () => {
    const answer = await call(await keyOf('things:write'), 'things_create', {
      at: '2026-01-31T09:30:00Z',
      count: 3,
    })
    expect(JSON.parse(answer.result?.content?.[0]?.text ?? '')).toMatchObject({
      at: '2026-01-31T09:30:00.000Z',
      count: 3,
    })
    expect(answer.headers.get('ratelimit-policy')).toContain('q=120')
  })

  test('is told which field is wrong, and nothing of a failure inside', async () => {
    const key = await keyOf('things:write')
    const wrong = await call(key, 'things_create', { count: 'many' })
    expect(wrong.result).toMatchObject({ isError: true })
    expect(wrong.result?.content?.[0]?.text).toContain('count: ')
    const broken = await call(key, 'things_broken')
    expect(JSON.stringify(broken.result)).not.toContain('secret')
  })

  test.each([
    ['things_create', '{"__proto__":{"count":3}}', "input: This value isn't valid."],
    ['things_create', '{"color":"red"}', "color: This value isn't valid."],
    ['things_latest', '{"__proto__":1}', "__proto__: This value isn't valid."],
    ['things_latest', '{"color":"red"}', "color: This value isn't valid."],
    [
      'things_create',
      `{"tags":${'['.repeat(50)}${']'.repeat(50)}}`,
      'tags.0.0.0.0.0.0.0.0.0.0.0: This is nested',
    ],
  ])('calling %s with %s is told which field is wrong', async (name, given, message) => {
    const { result } = await call(await keyOf('things:write'), name, JSON.parse(given) as object)
    expect(result).toMatchObject({ isError: true })
    expect(result?.content?.[0]?.text).toContain(message)
  })

  test('gets no result that fills its context', async () => {
    const tags = Array.from({ length: 20_000 }, (_, at) => `a tag ${at}`)
    const answer = await call(await keyOf('things:write'), 'things_create', { tags })
    expect(answer.result).toMatchObject({ isError: true })
    expect(answer.result?.content?.[0]?.text).toContain('larger than 100 KB')
  })

  test('without a valid key gets 401', async () => {
    expect(await ask('x', 'tools/list')).toMatchObject({ status: 401, code: 'api:errors.keyInvalid' })
  })

  test('cannot hold a stream open', async () => {
    const answer = await ask(await keyOf('things:read'), 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    expect(answer.error).toBeDefined()
  })
})

describe('tokens of apps', () => {
  const asked: string[] = []
  const appTokens: AppTokens = {
    async read(_db, token, audience) {
      asked.push(audience)
      const { userId, emailVerified, workspace } = owner
      const signer = { id: 'connection', kind: 'app', name: 'Claude' } as const
      if (token !== 'app-token') return undefined
      return { userId, emailVerified, workspace, token: signer, scopes: ['things:read'], isUseDue: false }
    },
    recordUse: async () => {},
    issuer: (appUrl) => `${appUrl}/issuer`,
  }
  const headers = { authorization: 'Bearer app-token' }
  const before = acceptedAppTokens()
  afterAll(async () => {
    const tokens = await before
    acceptAppTokens(tokens && (async () => tokens))
  })

  test('of a feature that brings them are for this address alone: REST takes keys only', async () => {
    const request = new Request('http://localhost:3000/api/mcp', { method: 'POST', headers })
    acceptAppTokens(async () => appTokens)
    expect((await answerMcp({ request, ...api })).status).not.toBe(401)
    expect(asked).toEqual(['http://localhost:3000/api/mcp'])
    const rest = { request: requestOf('GET /things', { headers }), ...api }
    expect((await answerRest(rest)).status).toBe(401)
  })

  test('are unknown without one, and a 401 then names nobody who issues them', async () => {
    const challenge = async () => {
      const request = new Request('http://localhost:3000/api/mcp', { method: 'POST' })
      return (await answerMcp({ request, ...api })).headers.get('www-authenticate')
    }
    acceptAppTokens(undefined)
    expect(await challenge()).toBe('Bearer')
    acceptAppTokens(async () => appTokens)
    expect(await challenge()).toMatch(
      /^Bearer resource_metadata="http.*\/\.well-known\/oauth-protected-resource\/api\/mcp"$/,
    )
  })
})

test('a client of the protocol of 2025 is answered too', async () => {
  const key = await keyOf('things:read')
  const request = new Request('http://localhost:3000/api/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    }),
  })
  const answer = await answerMcp({ request, ...api })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.stringContaining('"protocolVersion":"2025-11-25"')])
})
