// Apps that are named by the URL of a document about themselves, over HTTP with an app and a browser.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../../../../tests/support/http-client.ts'
import { sharedApp, type AppUnderTest } from '../../../../tests/support/http/open-app.ts'
import { oauthClient as oauthClients } from '../server/oauth-client.table.server.ts'
import { oauthClient } from './oauth-client.ts'
import { REDIRECT, type Tokens } from './oauth-program.ts'
import { newUser } from './oauth-user.ts'

type Answer = (response: ServerResponse, url: string) => void

const answers = new Map<string, Answer>()
const asked: string[] = []
const site = createServer(({ url = '' }, response) => {
  asked.push(url)
  const answer = answers.get(url)
  if (answer) answer(response, `${origin}${url}`)
  else response.writeHead(404).end()
})
let origin = ''

let app: AppUnderTest
let oauth: ReturnType<typeof oauthClient>
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await sharedApp()
  oauth = oauthClient(app)
})
afterAll(() => site.close())

let count = 0
/** Returns the URL of a new document, as a site that answers so has it. */
function documentWith(answer: Answer): string {
  const path = `/apps/${++count}.json`
  answers.set(path, answer)
  return origin + path
}

const json =
  (body: object, headers: Record<string, string> = {}): Answer =>
  (response, url) =>
    response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ client_id: url, client_name: 'Lumen', redirect_uris: [REDIRECT], ...body }))

test('an app is connected by the URL of its document, which the consent page names', async () => {
  const { client } = await newUser(app)
  const clientId = documentWith(
    json({ grant_types: ['authorization_code'], logo_uri: 'https://a.example/x' }),
  )
  const page = await oauth.authorize(client, clientId)
  const html = await (await client.get(page.pathname + page.search)).text()
  expect(html).toContain('Connect Lumen?')
  expect(html).toContain(`Described at</dt>`)
  expect(html).toContain(new URL(origin).host)
  const { url } = (await (await oauth.answerConsent(client, page)).json()) as { url: string }
  const given = await oauth.exchange(clientId, new URL(url).searchParams.get('code') ?? '')
  const { access_token: token, refresh_token: refresh } = (await given.json()) as Tokens
  expect(await oauth.statusOf(token)).toBe(200)
  expect((await oauth.refresh(clientId, refresh)).status).toBe(200)
  expect((await oauth.revoke(clientId, token)).status).toBe(200)
})

test('it has the columns of an app that registers itself', async () => {
  const { client } = await newUser(app)
  const clientId = documentWith(json({}))
  await oauth.authorize(client, clientId)
  const registered = await oauth.register({ client_name: 'Lumen' })
  const columnsOf = async (id: string) => {
    const [row] = await app.db.select().from(oauthClients).where(eq(oauthClients.clientId, id))
    return { ...row, id: '', clientId: '', createdAt: null, updatedAt: null }
  }
  expect(await columnsOf(clientId)).toEqual(await columnsOf(registered.client_id))
})

describe('the document', () => {
  const longName = 'x'.repeat(70_000)
  test.each<[string, Answer]>([
    ['is about another app', json({ client_id: 'https://claude.example/app.json' })],
    ['leads elsewhere', (response) => response.writeHead(302, { location: `${origin}/apps/1.json` }).end()],
    ['is a page', json({}, { 'content-type': 'text/html' })],
    ['is no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{')],
    ['is too large', json({ description: longName })],
    ['has no address to lead to', json({ redirect_uris: [] })],
    ['leads to plain http', json({ redirect_uris: ['http://site.example/callback'] })],
    ['asks for a secret', json({ token_endpoint_auth_method: 'client_secret_basic' })],
    ['has a name that turns text around', json({ client_name: 'Lumen \u202egnp' })],
    ['is not there', (response) => response.writeHead(404).end()],
    [
      'breaks off',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).destroy(),
    ],
  ])('that %s is refused on a page', async (_name, answer) => {
    const { client } = await newUser(app)
    const clientId = documentWith(answer)
    const page = await oauth.authorize(client, clientId)
    expect([page.pathname, page.searchParams.get('error')]).toEqual(['/connect', 'invalid_client_metadata'])
    expect(await (await client.get(page.pathname + page.search)).text()).toContain('says of itself')
    expect(await app.db.$count(oauthClients, eq(oauthClients.clientId, clientId))).toBe(0)
  })

  test.each([
    'https://10.0.0.1/app.json',
    'https://[::ffff:10.0.0.1]/app.json',
    'https://169.254.169.254/latest/meta-data',
  ])('at %s is not asked for: the address is not public', async (url) => {
    const { client } = await newUser(app)
    const page = await oauth.authorize(client, URL.parse(url)?.href ?? '')
    expect(page.searchParams.get('error')).toBe('invalid_client_metadata')
  })

  test.each(['/', '/apps/../apps/a.json', '/a.json#part'])('has no address like %s', async (path) => {
    const { client } = await newUser(app)
    const page = await oauth.authorize(client, origin + path)
    expect(page.searchParams.get('error')).toBe('invalid_client')
    expect(asked).not.toContain('/apps/a.json')
  })

  test('is read for nobody but a user, and once an hour', async () => {
    const { client } = await newUser(app)
    const clientId = documentWith(json({}))
    const { pathname } = new URL(clientId)
    const times = () => asked.filter((path) => path === pathname).length
    await oauth.authorize(createHttpClient(app.url), clientId)
    expect(times()).toBe(0)
    await oauth.authorize(client, clientId)
    await oauth.authorize(client, clientId)
    expect(times()).toBe(1)
    answers.set(pathname, json({ client_name: 'Lumen 2', redirect_uris: ['http://127.0.0.1:7777/new'] }))
    const anHourAgo = new Date(Date.now() - 3_700_000)
    await app.db.update(oauthClients).set({ updatedAt: anHourAgo }).where(eq(oauthClients.clientId, clientId))
    const page = await oauth.authorize(client, clientId)
    expect([times(), page.searchParams.get('error')]).toEqual([2, 'invalid_redirect'])
  })

  test('is read thirty times an hour for a user', async () => {
    const { client } = await newUser(app)
    for (let at = 0; at < 30; at += 1) await oauth.authorize(client, documentWith(json({})))
    const page = await oauth.authorize(client, documentWith(json({})))
    expect(page.searchParams.get('error')).toBe('temporarily_unavailable')
  })
})
