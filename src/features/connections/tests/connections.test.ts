// What docs/security.md promises of connected apps, over HTTP with an app and a browser.
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '@plinth/core/verb/server'
import { member, organization, session, user, verification } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { actorOf, countAttempts, createOrganization, impersonate } from '@plinth/testing/factories.ts'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp, startTwin, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { letAuthenticationAge } from '@plinth/testing/http/verified-user.ts'
import { connections } from '../server/connections.table.server.ts'
import { oauthClient as oauthClients } from '../server/oauth-client.table.server.ts'
import { oauthAccessToken, oauthConsent, oauthRefreshToken } from '../server/oauth.table.server.ts'
import { sweepConnections } from '../server/sweep-connections.server.ts'
import { createConnection } from './create-connection.ts'
import { proofOf } from './dpop-proof.ts'
import { oauthClient } from './oauth-client.ts'
import { REDIRECT, type Registered, type Tokens } from './oauth-program.ts'
import { errorOf, newUser as newUserOf } from './oauth-user.ts'
import { toolNameOf, tools } from './tools.ts'

const writing = tools.find(({ isQuery }) => !isQuery)

let app: AppUnderTest
let oauth: ReturnType<typeof oauthClient>
beforeAll(async () => {
  app = await sharedApp()
  oauth = oauthClient(app)
})

const newUser = () => newUserOf(app)

type Listed = { id: string; name: string; scopes: string[]; workspace: string | null; redirectHost: string }
async function listed(client: Awaited<ReturnType<typeof newUser>>['client']): Promise<Listed[]> {
  const answer = await client.get('/api/trpc/connectedApps.list')
  return ((await answer.json()) as { result: { data: { json: { items: Listed[] } } } }).result.data.json.items
}
const disconnect = (client: Awaited<ReturnType<typeof newUser>>['client'], id: string) =>
  client.post('/api/trpc/connectedApps.disconnect', { json: { id } })

const rowsOf = async (userId: string) => ({
  connections: await app.db.$count(connections, eq(connections.userId, userId)),
  consents: await app.db.$count(oauthConsent, eq(oauthConsent.userId, userId)),
  accessTokens: await app.db.$count(oauthAccessToken, eq(oauthAccessToken.userId, userId)),
  refreshTokens: await app.db.$count(oauthRefreshToken, eq(oauthRefreshToken.userId, userId)),
})
const none = { connections: 0, consents: 0, accessTokens: 0, refreshTokens: 0 }

test('from 401 by discovery to a tool call, and to 401 once its access is removed', async () => {
  const unknown = await fetch(oauth.resource, { method: 'POST' })
  const [, metadata = ''] =
    /^Bearer resource_metadata="(.+)"$/.exec(unknown.headers.get('www-authenticate') ?? '') ?? []
  const resource = (await (await fetch(metadata)).json()) as {
    resource: string
    authorization_servers: string[]
  }
  expect(resource.resource).toBe(oauth.resource)
  const issuer = new URL(resource.authorization_servers[0] ?? '')
  const found = await fetch(`${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`)
  const server = (await found.json()) as Record<string, unknown>
  expect(server).toMatchObject({ issuer: issuer.href, code_challenge_methods_supported: ['S256'] })
  const { client, id } = await newUser()
  const { access_token: token, scope } = await oauth.connect(client)
  expect(scope).toBe('account:read offline_access')
  const call = await oauth.ask(token, 'tools/call', { name: 'account_read', arguments: {} })
  expect(await call.text()).toContain('emailVerified')
  const [connection] = await listed(client)
  expect(connection).toMatchObject({
    name: 'Claude',
    redirectHost: '127.0.0.1:7777',
    scopes: ['account:read'],
  })
  expect(await rowsOf(id)).toEqual({ connections: 1, consents: 1, accessTokens: 1, refreshTokens: 1 })
  expect((await disconnect(client, connection?.id ?? '')).status).toBe(200)
  expect(await oauth.statusOf(token)).toBe(401)
  expect(await rowsOf(id)).toEqual(none)
})

test('an app that is disconnected on one instance is refused at once on every other', async () => {
  const twin = await startTwin(app)
  const { client, row, id: userId } = await newUser()
  const { id, token } = await createConnection(app.db, actorOf(row), { appUrl: app.url })
  const atTwin = oauthClient({ ...app, url: twin.url })
  const seen = async () => [await oauth.statusOf(token), await atTwin.statusOf(token)]
  expect(await seen()).toEqual([200, 200])
  expect((await disconnect(client, id)).status).toBe(200)
  expect(await seen()).toEqual([401, 401])
  expect(await rowsOf(userId)).toEqual(none)
})

test.each<[string, (client: HttpClient) => Promise<Response>]>([
  [
    'a changed password',
    (client) =>
      client.post('/api/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'sieben blaue Boote im Wind',
      }),
  ],
  ['signing out everywhere else', (client) => client.post('/api/trpc/sessions.revokeOthers', {})],
])('%s ends access and refresh tokens, consents and codes', async (_, act) => {
  const { client, id } = await newUser()
  const { clientId, access_token: token, refresh_token: refreshToken } = await oauth.connect(client)
  const other = await oauth.register()
  const code = await oauth.codeFor(client, other.client_id)
  expect(await oauth.statusOf(token)).toBe(200)
  expect((await act(client)).status).toBe(200)
  expect(await oauth.statusOf(token)).toBe(401)
  expect(await errorOf(await oauth.refresh(clientId, refreshToken))).toEqual([400, 'invalid_grant'])
  expect((await oauth.exchange(other.client_id, code)).ok).toBe(false)
  expect(await rowsOf(id)).toEqual(none)
})

test('consenting requires an authentication of the last ten minutes, declining does not', async () => {
  const { client, id } = await newUser()
  const { client_id: clientId } = await oauth.register()
  await letAuthenticationAge(app, id)
  const page = await oauth.authorize(client, clientId)
  const refused = await oauth.answerConsent(client, page)
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'errors:reauthenticate' }])
  expect(await rowsOf(id)).toEqual(none)
  expect((await client.post('/api/auth/reauthenticate/password', { password: PASSWORD })).status).toBe(200)
  expect((await oauth.answerConsent(client, page)).status).toBe(200)
  await letAuthenticationAge(app, id)
  const again = await oauth.authorize(client, clientId)
  expect((await oauth.answerConsent(client, again, { accept: false })).status).toBe(200)
})

describe('a token', () => {
  test.skipIf(!writing)('for reading sees no writing tool, and calling one writes nothing', async () => {
    const { client, id } = await newUser()
    const [resource] = writing?.scope.split(':') ?? []
    const name = toolNameOf(writing?.name ?? '')
    const scope = `${resource}:read ${resource}:write`
    const { access_token: reading, scope: granted } = await oauth.connect(client, { scope })
    expect(granted).toBe(`${resource}:read offline_access`)
    expect(await oauth.toolsOf(reading)).not.toContain(name)
    const before = await app.db.$count(auditLog, eq(auditLog.actorId, id))
    const call = await oauth.ask(reading, 'tools/call', { name, arguments: {} })
    expect(await call.text()).toContain(`There is no tool ${name}`)
    expect(await app.db.$count(auditLog, eq(auditLog.actorId, id))).toBe(before)
    const both = await oauth.connect(client, { scope, mayWrite: true })
    expect(await oauth.toolsOf(both.access_token)).toContain(name)
  })

  test('stays in the workspace of its consent, has the role of the moment, and ends with the membership', async () => {
    const { row, id } = await newUser()
    const acme = await createOrganization(app.db, { member: row })
    const actor = actorOf(row, acme)
    const { token } = await createConnection(app.db, actor, {
      appUrl: app.url,
      scopes: ['account:read'],
    })
    const whoAmI = async () =>
      (await oauth.ask(token, 'tools/call', { name: 'account_read', arguments: {} })).text()
    expect(await whoAmI()).toContain('Acme')
    await app.db.update(member).set({ role: 'admin' }).where(eq(member.userId, id))
    expect(await whoAmI()).toContain('admin')
    await app.db.delete(member).where(eq(member.userId, id))
    expect(await oauth.statusOf(token)).toBe(401)
    expect((await rowsOf(id)).connections).toBe(0)
    await app.db.delete(organization).where(eq(organization.id, acme.id))
  })

  test('ends with a ban and with the account', async () => {
    const { row, id } = await newUser()
    const { token } = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    expect(await oauth.statusOf(token)).toBe(200)
    await app.db.update(user).set({ banned: true }).where(eq(user.id, id))
    expect(await oauth.statusOf(token)).toBe(401)
    await app.db.update(user).set({ banned: false }).where(eq(user.id, id))
    expect(await oauth.statusOf(token)).toBe(200)
    await app.db.delete(user).where(eq(user.id, id))
    expect(await oauth.statusOf(token)).toBe(401)
    expect(await rowsOf(id)).toEqual(none)
  })

  test('is for its audience alone: not for tRPC or pages, and no other is for the tools', async () => {
    const { client, row, email } = await newUser()
    const { id, token } = await createConnection(app.db, actorOf(row), {
      appUrl: app.url,
      scopes: ['account:read'],
    })
    const authorization = `Bearer ${token}`
    const get = (path: string) => fetch(app.url + path, { headers: { authorization }, redirect: 'manual' })
    expect((await get('/api/trpc/connectedApps.list')).status).toBe(401)
    expect((await get('/dashboard')).headers.get('location')).toContain('/login')
    expect(await (await get('/api/auth/get-session')).text()).not.toContain(email)
    const cookieOnly = await client.post(new URL(oauth.resource).pathname, {})
    expect(cookieOnly.status).toBe(401)
    await app.db.update(oauthAccessToken).set({ resources: null }).where(eq(oauthAccessToken.referenceId, id))
    expect(await oauth.statusOf(token)).toBe(401)
    const elsewhere = ['https://elsewhere.example/tools']
    await app.db
      .update(oauthAccessToken)
      .set({ resources: elsewhere })
      .where(eq(oauthAccessToken.referenceId, id))
    expect(await oauth.statusOf(token)).toBe(401)
  })

  test('that is bound to a key is of no use to whoever presents it', async () => {
    const { row } = await newUser()
    const { id, token } = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    await app.db
      .update(oauthAccessToken)
      .set({ confirmation: { jkt: 'x'.repeat(43) } })
      .where(eq(oauthAccessToken.referenceId, id))
    expect(await oauth.statusOf(token)).toBe(401)
  })

  test('is of no use to a page of another origin, which gets no CORS headers', async () => {
    const { row } = await newUser()
    const { token } = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' }
    for (const url of [oauth.resource, `${app.url}/api/auth/oauth2/token`]) {
      const answer = await fetch(url, { method: 'POST', headers })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
  })

  test('holds no stream open', async () => {
    const { row } = await newUser()
    const { token } = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    const answer = await oauth.ask(token, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    expect(await answer.json()).toMatchObject({ error: expect.anything() })
  })

  test('shares the limits of its user, and has its own', async () => {
    const { row, id } = await newUser()
    const one = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    const other = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    await countAttempts(app.db, `api:app:${one.id}`, 120)
    expect([await oauth.statusOf(one.token), await oauth.statusOf(other.token)]).toEqual([429, 200])
    await app.db.delete(limitCounter).where(like(limitCounter.key, `api:%:${id}`))
    await countAttempts(app.db, `api:user:${id}`, 600)
    expect(await oauth.statusOf(other.token)).toBe(429)
  })
})

test.skipIf(!writing)('writing is a tick of its own on the consent page, and off', async () => {
  const { client } = await newUser()
  const { client_id: clientId } = await oauth.register()
  const scope = `account:read ${writing?.scope}`
  const page = await oauth.authorize(client, clientId, { scope })
  const html = await (await client.get(page.pathname + page.search)).text()
  expect(html).toContain(writing?.scope)
  const [box = ''] = /<input[^>]*type="checkbox"[^>]*>/.exec(html) ?? []
  expect(box).not.toBe('')
  expect(box).not.toContain('checked')
  const { url } = (await (await oauth.answerConsent(client, page)).json()) as { url: string }
  const answer = await oauth.exchange(clientId, new URL(url).searchParams.get('code') ?? '')
  expect(((await answer.json()) as Tokens).scope).toBe('account:read offline_access')
})

describe('consent', () => {
  let claude: Registered
  beforeAll(async () => void (claude = await oauth.register()))

  test('is asked for every time, also of an app that has it and asks not to', async () => {
    const { client } = await newUser()
    const { clientId } = await oauth.connect(client)
    const again = await oauth.authorize(client, clientId, { prompt: 'none' })
    expect([again.origin, again.pathname]).toEqual([app.url, '/connect'])
  })

  test('is given by somebody who is signed in: others sign in first', async () => {
    const page = await oauth.authorize(createHttpClient(app.url), claude.client_id)
    expect([page.origin, page.pathname]).toEqual([app.url, '/login'])
    expect(page.searchParams.get('redirect')).toContain(`client_id=${claude.client_id}`)
  })

  test('shows account, workspace, app, host, scopes and a warning', async () => {
    const { client, email } = await newUser()
    const page = await oauth.authorize(client, claude.client_id, { scope: 'account:read' })
    const html = await (await client.get(page.pathname + page.search)).text()
    for (const shown of [email, 'Personal workspace', 'Connect Claude?', '127.0.0.1:7777', 'account:read'])
      expect(html).toContain(shown)
    expect(html).toContain('says it runs on your computer')
  })

  test('to a site has another warning', async () => {
    const { client } = await newUser()
    const site = await oauth.register({ redirect_uris: ['https://claude.example/callback'] })
    const changes = { redirect_uri: 'https://claude.example/callback' }
    const page = await oauth.authorize(client, site.client_id, changes)
    expect(await (await client.get(page.pathname + page.search)).text()).toContain('nobody has checked it')
  })

  test.each([
    ['an unknown app', { client_id: 'unknown' }, 'invalid_client'],
    [
      'an address that is not registered',
      { redirect_uri: 'http://127.0.0.1:7777/other' },
      'invalid_redirect',
    ],
    ['a site as address', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['another resource', { resource: 'https://elsewhere.example/tools' }, 'invalid_target'],
    ['an unknown scope', { scope: 'everything:write' }, 'invalid_scope'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'invalid_request'],
  ])('with %s is a page that says why, never a redirect to the app', async (_name, changes, error) => {
    const { client } = await newUser()
    const page = await oauth.authorize(client, claude.client_id, changes)
    expect([page.origin, page.pathname, page.searchParams.get('error')]).toEqual([app.url, '/connect', error])
    const html = await (await client.get(page.pathname + page.search)).text()
    expect(html).toContain('be connected')
    const asProgram = await fetch(app.url + oauth.authorizeUrl(claude.client_id, changes), {
      redirect: 'manual',
    })
    // Without a session, the library's own checks come after signing in.
    if (asProgram.status !== 302) expect(await errorOf(asProgram)).toEqual([400, error])
  })

  test('to the registered address on another port is possible, as programs choose a free one', async () => {
    const { client } = await newUser()
    const page = await oauth.authorize(client, claude.client_id, {
      redirect_uri: 'http://127.0.0.1:9999/callback',
    })
    expect(page.searchParams.has('request')).toBe(true)
  })

  test('to a query that the server has not signed is refused', async () => {
    const { client, id } = await newUser()
    const page = await oauth.authorize(client, claude.client_id)
    const query = Buffer.from(page.searchParams.get('request') ?? '', 'base64url').toString()
    const forged = Buffer.from(query.replace('a-state', 'b-state')).toString('base64url')
    expect((await oauth.answerConsent(client, page, { request: forged })).status).toBe(400)
    expect(await rowsOf(id)).toEqual(none)
  })

  test('is not for an impersonating administrator, another site, or a token', async () => {
    const { client, row, id } = await newUser()
    const page = await oauth.authorize(client, claude.client_id)
    const foreign = await fetch(`${app.url}/api/auth/oauth2/consent`, {
      method: 'POST',
      headers: {
        cookie: client.cookie(),
        origin: 'https://evil.example',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ accept: true, mayWrite: true, request: page.searchParams.get('request') }),
    })
    expect(foreign.status).toBe(403)
    const { token, id: connection } = await createConnection(app.db, actorOf(row), { appUrl: app.url })
    const bearer = await fetch(`${app.url}/api/auth/oauth2/consent`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accept: true, mayWrite: true, request: page.searchParams.get('request') }),
    })
    expect(bearer.status).toBe(401)
    await disconnect(client, connection)
    await impersonate(app.db, id)
    expect((await oauth.answerConsent(client, page)).status).toBe(403)
    expect(await rowsOf(id)).toEqual(none)
  })

  test('refused is told to the app, and leaves nothing', async () => {
    const { client, id } = await newUser()
    const page = await oauth.authorize(client, claude.client_id)
    const { url } = (await (await oauth.answerConsent(client, page, { accept: false })).json()) as {
      url: string
    }
    const back = new URL(url)
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      'access_denied',
      'a-state',
    ])
    expect(await rowsOf(id)).toEqual(none)
  })

  test('given again takes the place of the first; twenty apps are the limit', async () => {
    const { client, row, id } = await newUser()
    const first = await oauth.connect(client, { id: claude.client_id })
    const second = await oauth.connect(client, { id: claude.client_id })
    expect([await oauth.statusOf(first.access_token), await oauth.statusOf(second.access_token)]).toEqual([
      401, 200,
    ])
    for (let at = 1; at < 20; at += 1) await createConnection(app.db, actorOf(row))
    const other = await oauth.register()
    const page = await oauth.authorize(client, other.client_id)
    expect((await oauth.answerConsent(client, page)).status).toBe(409)
    expect((await rowsOf(id)).connections).toBe(20)
  })

  test('is in the audit log and mailed, without a secret', async () => {
    const { client, id, email } = await newUser()
    const { access_token, refresh_token, code } = await oauth.connect(client, { id: claude.client_id })
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.actorId, id))
    const entry = entries.find(({ action }) => action === 'connection.create')
    expect(entry).toMatchObject({ targetType: 'connection', details: { appName: 'Claude', mayWrite: false } })
    const told = JSON.stringify(entries) + app.output()
    for (const secret of [access_token, refresh_token, code]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(told).not.toContain(secret.split('_').at(-1))
    }
    const mailbox = await (await fetch(`${app.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)).text()
    expect(mailbox).toContain('An app was connected to your account')
  })
})

describe('a code', () => {
  test('exchanged three times at once gives one token at most, and a replay ends it', async () => {
    const { client } = await newUser()
    const { client_id: clientId } = await oauth.register()
    const code = await oauth.codeFor(client, clientId)
    const answers = await Promise.all([1, 2, 3].map(() => oauth.exchange(clientId, code)))
    const [given, ...more] = answers.filter(({ ok }) => ok)
    expect(more).toEqual([])
    if (!given) throw new Error('No exchange was answered with a token')
    const { access_token: token } = (await given.json()) as Tokens
    const replay = await oauth.exchange(clientId, code)
    expect(await errorOf(replay)).toEqual([400, 'invalid_grant'])
    expect(await oauth.statusOf(token)).toBe(401)
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another app', { client_id: 'other' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:7778/callback' }],
    ['another resource', { resource: 'https://elsewhere.example/tools' }],
  ])('with %s gives nothing, and is used up', async (_name, changes: Record<string, string>) => {
    const { client, id } = await newUser()
    const { client_id: clientId } = await oauth.register()
    const code = await oauth.codeFor(client, clientId)
    expect((await oauth.exchange(clientId, code, changes)).ok).toBe(false)
    expect((await oauth.exchange(clientId, code)).ok).toBe(false)
    expect((await rowsOf(id)).accessTokens).toBe(0)
  })

  test('is not exchanged with a proof of a key, which the server of tools does not ask for', async () => {
    const { client } = await newUser()
    const { client_id: clientId } = await oauth.register()
    const fields = oauth.exchangeOf(clientId, await oauth.codeFor(client, clientId))
    const dpop = proofOf(`${app.url}/api/auth/oauth2/token`)
    const withProof = await oauth.askForToken(fields, { dpop })
    expect(await errorOf(withProof)).toEqual([400, 'invalid_request'])
    const byScheme = await oauth.askForToken(fields, { authorization: `DPoP ${dpop}` })
    expect(await errorOf(byScheme)).toEqual([400, 'invalid_request'])
    const { access_token: token } = (await (await oauth.askForToken(fields)).json()) as Tokens
    expect(await oauth.statusOf(token)).toBe(200)
  })

  test('is over once the access is removed', async () => {
    const { client, id } = await newUser()
    const { client_id: clientId } = await oauth.register()
    const code = await oauth.codeFor(client, clientId)
    await disconnect(client, (await listed(client))[0]?.id ?? '')
    expect(await errorOf(await oauth.exchange(clientId, code))).toEqual([400, 'invalid_grant'])
    expect(await rowsOf(id)).toEqual(none)
    expect(await app.db.$count(verification, like(verification.value, `{%${id}%`))).toBe(0)
  })

  test('of a membership that has ended gives nothing', async () => {
    const { client, id } = await newUser()
    const { client_id: clientId } = await oauth.register()
    const code = await oauth.codeFor(client, clientId)
    await app.db.delete(connections).where(eq(connections.userId, id))
    expect(await errorOf(await oauth.exchange(clientId, code))).toEqual([400, 'invalid_grant'])
  })
})

describe('a refresh token', () => {
  test('is used once: used again, it ends all that came of it, though the request is refused', async () => {
    const { client } = await newUser()
    const first = await oauth.connect(client)
    const second = (await (await oauth.refresh(first.clientId, first.refresh_token)).json()) as Tokens
    expect(await oauth.statusOf(second.access_token)).toBe(200)
    expect(await errorOf(await oauth.refresh(first.clientId, first.refresh_token))).toEqual([
      400,
      'invalid_grant',
    ])
    expect(await oauth.statusOf(second.access_token)).toBe(401)
    expect((await oauth.refresh(first.clientId, second.refresh_token)).ok).toBe(false)
  })

  test.each(['used again', 'revoked after it was used', 'revoked'] as const)(
    'that is %s ends its own connection alone: neither that of another workspace nor that of another app',
    async (kind) => {
      const { client, row, id } = await newUser()
      const first = await oauth.connect(client)
      const otherApp = await oauth.connect(client)
      const acme = await createOrganization(app.db, { member: row })
      await app.db.update(session).set({ activeOrganizationId: acme.id }).where(eq(session.userId, id))
      const elsewhere = await oauth.connect(client, { id: first.clientId })
      const next = (await (await oauth.refresh(first.clientId, first.refresh_token)).json()) as Tokens
      const by = kind === 'used again' ? oauth.refresh : oauth.revoke
      // Another app that has got hold of it ends nothing.
      await by(otherApp.clientId, first.refresh_token)
      expect(await oauth.statusOf(next.access_token)).toBe(200)
      await by(first.clientId, kind === 'revoked' ? next.refresh_token : first.refresh_token)
      const statuses = [first, next, elsewhere, otherApp].map((given) => oauth.statusOf(given.access_token))
      expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200])
      expect((await oauth.refresh(first.clientId, next.refresh_token)).ok).toBe(false)
      for (const { clientId, refresh_token: token } of [elsewhere, otherApp])
        expect((await oauth.refresh(clientId, token)).status).toBe(200)
      expect((await listed(client)).map(({ workspace }) => workspace).sort()).toEqual(['Acme', null])
    },
  )

  test('ignores a scope, so that every token ends when the first is used again', async () => {
    const { client } = await newUser()
    const { clientId, refresh_token: token } = await oauth.connect(client)
    const asked = { scope: 'account:read account:write' }
    const next = (await (await oauth.refresh(clientId, token, asked)).json()) as Tokens
    expect(next.scope).toBe('account:read offline_access')
    const narrow = await oauth.refresh(clientId, next.refresh_token, { scope: 'account:read' })
    const { access_token: last } = (await narrow.json()) as Tokens
    expect(await oauth.statusOf(last)).toBe(200)
    expect((await oauth.refresh(clientId, token)).ok).toBe(false)
    expect(await oauth.statusOf(last)).toBe(401)
  })

  test('gives no other audience, and works after the browser has signed out', async () => {
    const { client } = await newUser()
    const { clientId, refresh_token: token } = await oauth.connect(client)
    const elsewhere = await oauth.refresh(clientId, token, { resource: 'https://elsewhere.example/' })
    expect(await errorOf(elsewhere)).toEqual([400, 'invalid_target'])
    await client.post('/api/auth/sign-out', {})
    const { access_token: next } = (await (await oauth.refresh(clientId, token)).json()) as Tokens
    expect(await oauth.statusOf(next)).toBe(200)
  })

  test('is exchanged so often for an app, which no stranger can use up', async () => {
    const { client } = await newUser()
    const { clientId, refresh_token: token } = await oauth.connect(client)
    const key = `auth/oauth2/token:client:${clientId}`
    const { refresh_token: next } = (await (await oauth.refresh(clientId, token)).json()) as Tokens
    await oauth.refresh(clientId, 'plinth_refresh_unknown')
    const [counted] = await app.db.select().from(limitCounter).where(eq(limitCounter.key, key))
    expect(counted?.count).toBe(1)
    await app.db.update(limitCounter).set({ count: 300 }).where(eq(limitCounter.key, key))
    expect(await errorOf(await oauth.refresh(clientId, next))).toEqual([429, 'temporarily_unavailable'])
    const other = await oauth.connect(client)
    expect((await oauth.refresh(other.clientId, other.refresh_token)).status).toBe(200)
  })

  test('from before the product was renamed is exchanged', async () => {
    const { client } = await newUser()
    const { clientId, refresh_token: token } = await oauth.connect(client)
    const next = await oauth.refresh(clientId, token.replace(/^[a-z]+_/, 'acme_desk_'))
    const { access_token, refresh_token } = (await next.json()) as Tokens
    expect(await oauth.statusOf(access_token.replace(/^[a-z]+_/, 'acme_desk_'))).toBe(200)
    expect(refresh_token.startsWith(token.slice(0, -32))).toBe(true)
  })

  test('that the app revokes ends its access tokens', async () => {
    const { client } = await newUser()
    const { clientId, access_token, refresh_token } = await oauth.connect(client)
    expect((await oauth.revoke(clientId, refresh_token)).status).toBe(200)
    expect(await oauth.statusOf(access_token)).toBe(401)
    expect((await oauth.refresh(clientId, refresh_token)).ok).toBe(false)
  })
})

describe('registration', () => {
  const refused = async (body: object) => {
    await app.db.delete(limitCounter).where(like(limitCounter.key, '%/oauth2/register:%'))
    return errorOf(await oauth.registration({ redirect_uris: [REDIRECT], ...body }))
  }

  test.each([
    ['a long name', { client_name: 'x'.repeat(61) }, 'invalid_client_metadata'],
    ['a name of two lines', { client_name: 'Claude\nby us' }, 'invalid_client_metadata'],
    ['a name that turns text around', { client_name: 'Claude \u202egnp' }, 'invalid_client_metadata'],
    ['an invisible name', { client_name: '\u200b' }, 'invalid_client_metadata'],
    ['no address', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'many addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `${REDIRECT}/${at}`) },
      'invalid_redirect_uri',
    ],
    ['a long address', { redirect_uris: [`${REDIRECT}/${'x'.repeat(400)}`] }, 'invalid_redirect_uri'],
    ['plain http', { redirect_uris: ['http://site.example/callback'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'schemes of browsers and systems',
      {
        redirect_uris: [
          'JavaScript://%0aalert(1)',
          'data:text/html,hi',
          'blob:https://site.example/1',
          'file:///etc/passwd',
          'view-source:https://site.example',
          'intent://scan/#Intent;end',
          'ms-msdt:/id',
          'search-ms:query=a',
          'mailto:ada@example.com',
          'chrome-extension://abc/callback',
        ],
      },
      'invalid_redirect_uri',
    ],
    [
      'an app that opens another address',
      {
        redirect_uris: [
          'microsoft-edge:https://site.example/callback',
          'microsoft-edge:site.example',
          'x-safari-https://site.example/callback',
          'googlechrome://site.example/callback',
          'firefox://open-url?url=site.example',
          'steam://openurl/https://site.example',
          'other.app://open?to=https%3A%2F%2Fsite.example',
          'other.app://open?to=%2f%2fsite.example',
        ],
      },
      'invalid_redirect_uri',
    ],
    ['a fragment', { redirect_uris: [`${REDIRECT}#here`] }, 'invalid_redirect_uri'],
    ['a password', { redirect_uris: ['https://a:b@site.example/'] }, 'invalid_redirect_uri'],
  ])('with %s is refused', async (_name, body, error) => {
    expect(await refused(body)).toEqual([400, error])
  })

  test('takes the scheme of an app on the device, and leaves out what is no redirect here', async () => {
    const own = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const { client } = await newUser()
    const cursor = await oauth.register({
      client_name: 'Cursor',
      application_type: 'web',
      redirect_uris: [REDIRECT, own, 'http://site.example/callback', 'com.example.app:/callback'],
      token_endpoint_auth_method: 'none',
    })
    expect(cursor.redirect_uris).toEqual([REDIRECT, own, 'com.example.app:/callback'])

    const page = await oauth.authorize(client, cursor.client_id, { redirect_uri: own })
    const html = await (await client.get(page.pathname + page.search)).text()
    expect(html).toContain('cursor://anysphere.cursor-mcp')
    expect(html).toContain('says it runs on your computer')
    const code = await oauth.codeFor(client, cursor.client_id, { changes: { redirect_uri: own } })
    expect((await oauth.exchange(cursor.client_id, code)).status).toBe(400)
    const again = await oauth.codeFor(client, cursor.client_id, { changes: { redirect_uri: own } })
    expect((await oauth.exchange(cursor.client_id, again, { redirect_uri: own })).status).toBe(200)

    const other = await oauth.authorize(client, cursor.client_id, { redirect_uri: `${own}/other` })
    expect(other.searchParams.get('error')).toBe('invalid_redirect')
  })

  test('with the scheme of an app alone names it by that', async () => {
    const redirects = { redirect_uris: ['com.example.app:/callback'] }
    const { client_name: name } = await oauth.register({ client_name: undefined, ...redirects })
    expect(name).toBe('com.example.app:')
  })

  test('gives a public client of nobody, also in a browser with a session', async () => {
    const { client, id } = await newUser()
    await app.db.delete(limitCounter).where(like(limitCounter.key, '%/oauth2/register:%'))
    const answer = await client.post('/api/auth/oauth2/register', {
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'client_secret_post',
      skip_consent: true,
      user_id: id,
      logo_uri: 'https://site.example/x.svg',
    })
    const registered = (await answer.json()) as Registered
    expect(registered).toMatchObject({ client_name: '127.0.0.1:7777', token_endpoint_auth_method: 'none' })
    expect(registered).not.toHaveProperty('client_secret')
    const [row] = await app.db
      .select()
      .from(oauthClients)
      .where(eq(oauthClients.clientId, registered.client_id))
    expect(row).toMatchObject({ userId: null, skipConsent: null, icon: null, clientSecret: null })
  })

  test('is possible ten times an hour', async () => {
    await app.db.delete(limitCounter).where(like(limitCounter.key, '%/oauth2/register:%'))
    const statuses = []
    for (let at = 0; at < 11; at += 1)
      statuses.push((await oauth.registration({ redirect_uris: [REDIRECT] })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })

  const old = new Date(Date.now() - 25 * 3_600_000)
  const makeOld = (clientId: string) =>
    app.db
      .update(oauthClients)
      .set({ createdAt: old, updatedAt: old })
      .where(eq(oauthClients.clientId, clientId))
  const left = async (clientId: string) => app.db.$count(oauthClients, eq(oauthClients.clientId, clientId))

  test('ends after a day without a connection', async () => {
    const { row } = await newUser()
    const fresh = await oauth.register()
    const idle = await oauth.register()
    await makeOld(idle.client_id)
    const used = await createConnection(app.db, actorOf(row))
    await makeOld(used.clientId)
    const over = await createConnection(app.db, actorOf(row), { createdAt: old })
    await sweepConnections(app.db)
    expect([await left(fresh.client_id), await left(used.clientId)]).toEqual([1, 1])
    expect([await left(idle.client_id), await left(over.clientId)]).toEqual([0, 0])
  })
  test('does not end between the request for consent and the answer', async () => {
    const { client } = await newUser()
    const { client_id: clientId } = await oauth.register()
    await makeOld(clientId)
    const page = await oauth.authorize(client, clientId)
    await sweepConnections(app.db)
    expect((await oauth.answerConsent(client, page)).status).toBe(200)
  })
})
