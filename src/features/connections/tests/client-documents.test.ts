// Apps that are named by the URL of a document about themselves, over HTTP with an app and a browser.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { openApp, publicSettings, sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { startNameServer } from '@plinth/testing/servers/name-server.ts'
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
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

let count = 0
/** Returns the URL of a new document, as a site that answers so has it. */
function documentWith(answer: Answer): string {
  const path = `/apps/${++count}.json`
  answers.set(path, answer)
  return origin + path
}

const timesOf = (clientId: string) => asked.filter((path) => path === new URL(clientId).pathname).length

const asJson = { 'content-type': 'application/json' }
const about = (url: string, body: object = {}) =>
  JSON.stringify({ client_id: url, client_name: 'Lumen', redirect_uris: [REDIRECT], ...body })

const json =
  (body: object, headers: Record<string, string> = {}): Answer =>
  (response, url) =>
    response.writeHead(200, { ...asJson, ...headers }).end(about(url, body))

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
    [
      'leads elsewhere',
      (response, url) =>
        response.writeHead(302, { ...asJson, location: `${origin}/elsewhere` }).end(about(url)),
    ],
    ['is a page', json({}, { 'content-type': 'text/html' })],
    ['is no JSON', (response) => response.writeHead(200, asJson).end('{')],
    ['is too large', json({ description: longName })],
    ['has no address to lead to', json({ redirect_uris: [] })],
    ['leads to plain http', json({ redirect_uris: ['http://site.example/callback'] })],
    ['asks for a secret', json({ token_endpoint_auth_method: 'client_secret_basic' })],
    ['has a name that turns text around', json({ client_name: 'Lumen \u202egnp' })],
    ['is not there', (response, url) => response.writeHead(404, asJson).end(about(url))],
    [
      'breaks off',
      (response, url) => {
        response.writeHead(200, { ...asJson, 'content-length': 1_000 }).write(about(url))
        setImmediate(() => response.destroy())
      },
    ],
    ['never comes', () => {}],
  ])('that %s is refused on a page', async (_name, answer) => {
    const { client } = await newUser(app)
    const clientId = documentWith(answer)
    const page = await oauth.authorize(client, clientId)
    expect([page.pathname, page.searchParams.get('error')]).toEqual(['/connect', 'invalid_client_metadata'])
    expect(await (await client.get(page.pathname + page.search)).text()).toContain('description of itself')
    expect(await app.db.$count(oauthClients, eq(oauthClients.clientId, clientId))).toBe(0)
    expect(asked).not.toContain('/elsewhere')
  })

  test('on this machine is asked for in local mode alone', async () => {
    let connections = 0
    const listener = createTcpServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void listener.close())
    await once(listener, 'listening')
    const clientId = `https://127.0.0.1:${(listener.address() as AddressInfo).port}/app.json`
    const { client } = await newUser(app)
    const page = await oauth.authorize(client, clientId)
    expect([page.searchParams.get('error'), connections]).toEqual(['invalid_client_metadata', 1])
    const appUrl = 'https://app.example.com'
    const dns = await startNameServer()
    dns.names.set('rebind.example', [['127.0.0.1']])
    const open = await openApp({ APP_URL: appUrl, ...publicSettings, ...dns.env })
    const secret = publicSettings.BETTER_AUTH_SECRET
    const session = await createSession(open.db, actorOf(await createUser(open.db)), { secret })
    const { authorizeUrl } = oauthClient({ ...open, url: appUrl })
    const headers = { cookie: session.cookie(appUrl), accept: 'text/html' }
    for (const id of [clientId, clientId.replace('127.0.0.1', 'rebind.example')]) {
      const answer = await fetch(open.url + authorizeUrl(id), { headers, redirect: 'manual' })
      expect(answer.headers.get('location')).toContain('error=invalid_client_metadata')
    }
    expect(dns.asked).toEqual(['A rebind.example', 'AAAA rebind.example'])
    expect(connections).toBe(1)
  })

  test.each([
    ['no path', () => `${origin}/`],
    ['a path with steps', () => `${origin}/apps/../apps/a.json`],
    ['a fragment', () => `${origin}/apps/a.json#part`],
    ['a user', () => `${origin.replace('//', '//user@')}/apps/a.json`],
    ['a password', () => `${origin.replace('//', '//:pass@')}/apps/a.json`],
    ['plain http to a site', () => 'http://site.example/apps/a.json'],
  ])('has no address with %s', async (_name, url) => {
    const { client } = await newUser(app)
    const before = asked.length
    const page = await oauth.authorize(client, url())
    expect(page.searchParams.get('error')).toBe('invalid_client')
    expect(asked).toHaveLength(before)
  })

  test('is read for nobody but a user', async () => {
    const { client } = await newUser(app)
    const clientId = documentWith(json({}))
    await oauth.authorize(createHttpClient(app.url), clientId)
    expect(timesOf(clientId)).toBe(0)
    await oauth.authorize(client, clientId)
    expect(timesOf(clientId)).toBe(1)
  })

  test.each([
    ['an hour', undefined, 3_600],
    ['as long as it says', 'public, Max-Age=7200', 7_200],
    ['a minute though it asks for less', 'max-age=5', 60],
    ['a minute though it is not to be stored', 'no-store, max-age=7200', 60],
    ['a minute though it is to be asked about', 'no-cache', 60],
    ['a day though it asks for more', 'max-age=99999999999999999999', 86_400],
    ['an hour where it makes no sense', 'max-age=-1, max-age=soon', 3_600],
  ])('is used for %s', async (_name, cacheControl, seconds) => {
    const { client } = await newUser(app)
    const clientId = documentWith(
      json({}, cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
    )
    await oauth.authorize(client, clientId)
    const { updatedAt, createdAt } = oauthClients
    const [row] = await app.db
      .select({ seconds: sql<number>`extract(epoch from ${updatedAt} - ${createdAt})::int` })
      .from(oauthClients)
      .where(eq(oauthClients.clientId, clientId))
    expect(row?.seconds).toBe(seconds)
  })

  test('is read again after that, and not before', async () => {
    const { client } = await newUser(app)
    const clientId = documentWith(json({}))
    const usedUntil = (at: Date) =>
      app.db.update(oauthClients).set({ updatedAt: at }).where(eq(oauthClients.clientId, clientId))
    await oauth.authorize(client, clientId)
    answers.set(new URL(clientId).pathname, json({ redirect_uris: ['http://127.0.0.1:7777/new'] }))
    await usedUntil(new Date(Date.now() + 600_000))
    const before = await oauth.authorize(client, clientId)
    expect([timesOf(clientId), before.searchParams.get('error')]).toEqual([1, null])
    await usedUntil(new Date(Date.now() - 1_000))
    const after = await oauth.authorize(client, clientId)
    expect([timesOf(clientId), after.searchParams.get('error')]).toEqual([2, 'invalid_redirect'])
  })

  test('is read thirty times an hour for a user', async () => {
    const { client } = await newUser(app)
    for (let at = 0; at < 30; at += 1) await oauth.authorize(client, documentWith(json({})))
    const page = await oauth.authorize(client, documentWith(json({})))
    expect(page.searchParams.get('error')).toBe('temporarily_unavailable')
  })
})
