import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { session, user } from '@plinth/core/database/server'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { sharedApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const secret = publicSettings.BETTER_AUTH_SECRET
let app: AppUnderTest
let second: RunningApp

// Two instances on one database: an instance must not rely on what it read before.
beforeAll(async () => {
  app = await sharedApp()
  second = await startApp({
    env: { DATABASE_URL: app.database.url, BETTER_AUTH_SECRET: secret, APP_URL: app.url },
  })
})
afterAll(() => second.stop())

const entryPoints = ['/api/trpc/sessions.list', '/dashboard', '/api/auth/get-session'] as const

/**
 * What both instances return for this cookie: statuses of a procedure and a page, and whether Better Auth
 * names a user.
 */
async function seen(cookie: string): Promise<unknown[]> {
  const ask = async (url: string, path: string) => {
    const answer = await fetch(url + path, { redirect: 'manual', headers: { cookie, origin: app.url } })
    return path.endsWith('get-session') ? (await answer.json()) !== null : answer.status
  }
  return Promise.all(
    [app.url, second.url].map((url) => Promise.all(entryPoints.map((path) => ask(url, path)))),
  )
}

const signedIn = [
  [200, 200, true],
  [200, 200, true],
]
const refused = [
  [401, 307, false],
  [401, 307, false],
]

async function arrive(): Promise<{ actor: SignedInActor; cookie: string }> {
  const actor = actorOf(await createUser(app.db))
  return { actor, cookie: (await createSession(app.db, actor, { secret })).cookie(app.url) }
}

test('a page leads to the sign-in page, which says that the session has ended', async () => {
  const { actor, cookie } = await arrive()
  const follow = async (headers: Record<string, string>) =>
    (await fetch(`${app.url}/dashboard/settings`, { redirect: 'manual', headers })).headers.get('location')
  await app.db.delete(session).where(eq(session.userId, actor.userId))
  expect(await follow({ cookie })).toBe('/login?redirect=%2Fdashboard%2Fsettings&ended=1')
  expect(await follow({})).toBe('/login?redirect=%2Fdashboard%2Fsettings')
})

describe('a session is rejected on the next request, by both instances,', () => {
  const endings: [string, (actor: SignedInActor) => Promise<unknown>][] = [
    [
      'once it has expired',
      ({ userId }) =>
        app.db
          .update(session)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(session.userId, userId)),
    ],
    ['once it was revoked', ({ userId }) => app.db.delete(session).where(eq(session.userId, userId))],
    [
      'once the person is banned',
      ({ userId }) => app.db.update(user).set({ banned: true }).where(eq(user.id, userId)),
    ],
    [
      'once the person is banned for some time',
      ({ userId }) =>
        app.db
          .update(user)
          .set({ banned: true, banExpires: new Date(Date.now() + 60_000) })
          .where(eq(user.id, userId)),
    ],
    ['once the person is deleted', ({ userId }) => app.db.delete(user).where(eq(user.id, userId))],
  ]
  test.each(endings)('%s', async (_, end) => {
    const { actor, cookie } = await arrive()
    expect(await seen(cookie)).toEqual(signedIn)
    await end(actor)
    expect(await seen(cookie)).toEqual(refused)
  })

  test('once the user has signed out at one of them', async () => {
    const { cookie } = await arrive()
    expect(await seen(cookie)).toEqual(signedIn)
    const headers = { cookie, origin: app.url, 'content-type': 'application/json' }
    expect(
      (await fetch(`${app.url}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })).status,
    ).toBe(200)
    expect(await seen(cookie)).toEqual(refused)
  })
})

test('a ban lifts itself when its time is over', async () => {
  const { actor, cookie } = await arrive()
  await app.db
    .update(user)
    .set({ banned: true, banExpires: new Date(Date.now() - 1000) })
    .where(eq(user.id, actor.userId))
  expect(await seen(cookie)).toEqual(signedIn)
})
