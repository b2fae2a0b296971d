// Every way to lose access, with every kind of stream: two instances, the streams on one, the action on the
// other.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '#/app/registry/router.server.ts'
import { member, organization, session } from '#/core/identity/identity.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import { atEnd } from '../support/at-end.ts'
import { createHttpClient, signedInClient, type HttpClient } from '../support/http-client.ts'
import type { ModelServer } from '../support/model-server.ts'
import { startApp, type RunningApp } from '../support/running-app.ts'
import { administrator } from '../support/http/administration-client.ts'
import { openModel } from '../../src/features/chat/tests/chat-app.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from '../support/http/open-app.ts'
import { newestLink } from '../support/http/users.ts'
import { verifiedUser } from '../support/http/verified-user.ts'
import { mutate, query } from '../support/http/trpc-client.ts'

const NEXT = 'sieben blaue Boote im Wind'
// One second on an idle machine. Without a notification, a stream asks again only after 30 s.
const CUT_WITHIN_MS = 15_000
const ROWS = 15_000

let app: AppUnderTest
let twin: RunningApp
let model: ModelServer
let admin: HttpClient

beforeAll(async () => {
  const opened = await openModel()
  model = opened.model
  const env = { ...opened.env, BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET }
  app = await openApp(env)
  twin = await startApp({
    env: { ...env, DATABASE_URL: app.database.url, DEMO_PASSWORD: PASSWORD, APP_URL: app.url },
    dataDir: app.dataDir,
  })
  atEnd(async () => void (await twin.stop()))
  admin = at(twin.url, (await administrator(app)).client)
  // More than the buffers on the way can hold: a client that stops reading pauses the export.
  await app.db.execute(sql`
    insert into "user" (id, name, email)
    select 'row-' || n, repeat('x', 900), 'row-' || n || '@example.net' from generate_series(1, ${ROWS}) n`)
  await app.db.execute(sql`
    insert into audit_log (id, action, details)
    select 'row-' || n, 'test.row', jsonb_build_object('text', repeat('x', 900)) from generate_series(1, ${ROWS}) n`)
})

/** The same browser with another instance. */
function at(url: string, { cookie }: HttpClient): HttpClient {
  const client = createHttpClient(url)
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { origin: app.url, cookie: cookie(), 'content-type': 'application/json' },
    })
  return {
    ...client,
    cookie,
    get: (path) => send(path),
    post: (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

/** Reads a response until it ends or fails. Returns whether it is still open. */
async function read(answer: Response): Promise<() => boolean> {
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let isOpen = true
  expect((await reader.read()).done).toBe(false)
  const drain = async () => {
    while (!(await reader.read()).done);
  }
  void drain()
    .catch(() => {})
    .then(() => (isOpen = false))
  return () => isOpen
}

/** Reads the beginning of a file. The returned function tells whether the rest arrives. */
async function readSlowly(answer: Response): Promise<() => Promise<boolean>> {
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let bytes = (await reader.read()).value?.length ?? 0
  return async () => {
    try {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return bytes > ROWS * 900
        bytes += value.length
      }
    } catch {
      return false
    }
  }
}

const streamKinds = [
  'chat general',
  'chat general resumed',
  'chat vercel',
  'chat rag',
  'chat rag resumed',
  'todos.changes',
  'posts.changes',
] as const
const fileKinds = ['users.csv', 'audit.csv'] as const
type Kind = (typeof streamKinds)[number] | (typeof fileKinds)[number]

/**
 * A site administrator who is also a member of another user's organization, with every kind of stream open in
 * one session, and a second session.
 */
async function openStreams() {
  const victim = await verifiedUser(app)
  await app.db.execute(sql`update "user" set role = 'admin' where id = ${victim.id}`)
  const owner = await verifiedUser(app)
  const organizationId = createId()
  await app.db
    .insert(organization)
    .values({ id: organizationId, name: 'Acme', slug: `acme-${organizationId}` })
  await app.db.insert(member).values([
    { id: createId(), organizationId, userId: owner.id, role: 'owner' },
    { id: createId(), organizationId, userId: victim.id, role: 'member' },
  ])
  const second = await signedInClient(app.url, { email: victim.email, password: PASSWORD })
  await app.db.update(session).set({ activeOrganizationId: organizationId })
  const streams = new Map<Kind, () => boolean>()
  const { client } = victim
  await upload(client)
  for (const page of ['general', 'vercel', 'rag'] as const) {
    model.script({ text: ['Hello '], behave: 'hang' })
    const before = model.requests.length
    const threadId = createId()
    const path = page === 'general' ? '/api/chat' : `/api/chat/${page}`
    streams.set(`chat ${page}`, await read(await client.post(path, uiBody(threadId))))
    await expect.poll(async () => model.requests[before]?.sent ?? 0).toBeGreaterThan(0)
    if (page !== 'vercel')
      streams.set(`chat ${page} resumed`, await read(await client.get(`${path}/${threadId}/stream`)))
  }
  const generations = model.requests.slice(-3)
  for (const kind of ['todos.changes', 'posts.changes'] as const)
    streams.set(kind, await read(await client.get(`/api/trpc/${kind}`)))
  const files = new Map<Kind, () => Promise<boolean>>()
  for (const kind of fileKinds) files.set(kind, await readSlowly(await client.get(`/api/admin/${kind}`)))
  return { victim, owner, organizationId, second, streams, files, generations }
}

const uiBody = (id: string) => ({
  id,
  messages: [
    { id: createId(), role: 'user', parts: [{ type: 'text', text: 'How high is the Brocken tower?' }] },
  ],
})
async function upload(client: HttpClient): Promise<void> {
  const form = new FormData()
  form.set('file', new File(['The Brocken tower is 123 meters high.'], 'tower.txt'))
  const headers = { origin: app.url, cookie: client.cookie() }
  expect(
    (await fetch(`${app.url}/api/trpc/documents.upload`, { method: 'POST', headers, body: form })).status,
  ).toBe(200)
  await expect
    .poll(async () =>
      JSON.stringify((await query(client, 'documents.search', { query: 'Brocken tower' })).data),
    )
    .toContain('123 meters')
}

type Scene = Awaited<ReturnType<typeof openStreams>>
const ok = async (answer: Promise<Response>) => {
  const { status } = await answer
  expect(status).toBeLessThan(300)
}
const acted = async (called: ReturnType<typeof mutate>) => expect((await called).status).toBe(200)

const everything: readonly Kind[] = [...streamKinds, ...fileKinds]
const ofWorkspace: readonly Kind[] = streamKinds
const ofAdministrators: readonly Kind[] = fileKinds

const ways: readonly [name: string, cut: readonly Kind[], act: (scene: Scene) => Promise<unknown>][] = [
  [
    'revoke one session',
    everything,
    async ({ second }) => {
      const { items } = (await query(second, 'sessions.list')).data as {
        items: { id: string; current: boolean }[]
      }
      const other = items.find(({ current }) => !current)
      await acted(mutate(at(twin.url, second), 'sessions.revoke', { id: other?.id }))
    },
  ],
  [
    'revoke the other sessions',
    everything,
    ({ second }) => acted(mutate(at(twin.url, second), 'sessions.revokeOthers', undefined)),
  ],
  ['sign out', everything, ({ victim }) => ok(at(twin.url, victim.client).post('/api/auth/sign-out', {}))],
  [
    'sign out of all accounts of the browser, another being active',
    everything,
    async ({ victim, owner }) => {
      await ok(victim.client.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD }))
      await ok(at(twin.url, victim.client).post('/api/auth/sign-out', {}))
    },
  ],
  [
    'sign out of one account of the browser',
    everything,
    async ({ victim, owner }) => {
      await ok(victim.client.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD }))
      const accounts = (await (
        await victim.client.get('/api/auth/multi-session/list-device-sessions')
      ).json()) as {
        session: { token: string; userId: string }
      }[]
      const own = accounts.find((one) => one.session.userId === victim.id)
      await ok(
        at(twin.url, victim.client).post('/api/auth/multi-session/revoke', {
          sessionToken: own?.session.token,
        }),
      )
    },
  ],
  [
    'change the password and sign out the others',
    everything,
    ({ second }) =>
      ok(
        at(twin.url, second).post('/api/auth/change-password', {
          currentPassword: PASSWORD,
          newPassword: NEXT,
          revokeOtherSessions: true,
        }),
      ),
  ],
  [
    'reset the password',
    everything,
    async ({ victim }) => {
      await ok(
        createHttpClient(app.url).post('/api/auth/request-password-reset', {
          email: victim.email,
          redirectTo: '/reset-password',
        }),
      )
      const token = (await newestLink(app, victim.email)).searchParams.get('token')
      await ok(
        createHttpClient(twin.url, app.url).post('/api/auth/reset-password', { token, newPassword: NEXT }),
      )
    },
  ],
  [
    'a ban',
    everything,
    ({ victim }) =>
      acted(
        mutate(admin, 'admin.users.ban', {
          userId: victim.id,
          reason: 'x',
          expiresAt: new Date(Date.now() + 86_400_000),
        }),
      ),
  ],
  [
    'sessions revoked by an administrator',
    everything,
    ({ victim }) => acted(mutate(admin, 'admin.users.revokeSessions', { userId: victim.id })),
  ],
  [
    'the account deleted',
    everything,
    ({ victim }) => acted(mutate(admin, 'admin.users.delete', { userId: victim.id })),
  ],
  [
    'removed from the organization',
    ofWorkspace,
    ({ owner, victim }) =>
      acted(mutate(at(twin.url, owner.client), 'organizations.removeMember', { userId: victim.id })),
  ],
  [
    'leave the organization',
    ofWorkspace,
    ({ second }) => acted(mutate(at(twin.url, second), 'organizations.leave', {})),
  ],
  [
    'the organization deleted',
    ofWorkspace,
    ({ owner, organizationId }) =>
      acted(mutate(at(twin.url, owner.client), 'organizations.delete', { id: organizationId })),
  ],
  [
    'no longer an administrator',
    ofAdministrators,
    ({ victim }) => acted(mutate(admin, 'admin.users.setRole', { userId: victim.id, role: 'user' })),
  ],
  [
    'rows of sessions deleted by hand',
    everything,
    ({ victim }) => app.db.delete(session).where(eq(session.userId, victim.id)),
  ],
]

describe('streams of a user who loses access', () => {
  test.each(ways)('are cut off within seconds, and running generations end: %s', async (_name, cut, act) => {
    const scene = await openStreams()
    await act(scene)
    const endsAnswers = cut.includes('chat general')
    const open = () => [...scene.streams].filter(([, isOpen]) => isOpen()).map(([kind]) => kind)
    const going = () => scene.generations.filter(({ aborted }) => !aborted).length
    const expected = {
      open: streamKinds.filter((kind) => !cut.includes(kind)),
      // The temporary chat is not stored: its generation ends with its stream.
      going: endsAnswers ? 0 : scene.generations.length - (cut.includes('chat vercel') ? 1 : 0),
    }
    if (!endsAnswers) await new Promise((resolve) => setTimeout(resolve, 1_000))
    await expect
      .poll(() => ({ open: open(), going: going() }), { timeout: CUT_WITHIN_MS, interval: 20 })
      .toEqual(expected)
    const whole: Kind[] = []
    for (const [kind, comesWhole] of scene.files) if (await comesWhole()) whole.push(kind)
    expect(whole).toEqual(fileKinds.filter((kind) => !cut.includes(kind)))
  })

  test('every subscription is covered here', () => {
    const procedures = Object.entries(
      appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
    )
    const subscriptions = procedures
      .filter(([, { _def }]) => _def.type === 'subscription')
      .map(([name]) => name)
    expect(subscriptions.filter((name) => !everything.includes(name as Kind))).toEqual([])
  })
})
