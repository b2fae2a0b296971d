// What is asked of one connection at the same moment, with transactions that wait for the test.
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { connections } from '../server/connections.table.server.ts'
import { oauthClient as oauthClients } from '../server/oauth-client.table.server.ts'
import { sweepConnections } from '../server/sweep-connections.server.ts'
import { oauthClient } from './oauth-client.ts'
import { newUser } from './oauth-user.ts'
import type { Tokens } from './oauth-program.ts'

let app: AppUnderTest
let oauth: ReturnType<typeof oauthClient>
beforeAll(async () => {
  app = await sharedApp()
  oauth = oauthClient(app)
})

/** Backends that wait for this one, or for one that does. */
const waiting = `
  with recursive waiting(pid) as (
    select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))
    union
    select other.pid from pg_stat_activity other join waiting on waiting.pid = any(pg_blocking_pids(other.pid))
  )
  select from waiting`

/**
 * Starts both while nothing may be written that belongs to this user: the second once the first waits for
 * that, and lets them go on once the second waits too, or has ended.
 */
async function atOnce<First, Second>(
  userId: string,
  { first, second }: { first: () => Promise<First>; second: () => Promise<Second> },
) {
  const gate = new pg.Client(app.database.url)
  await gate.connect()
  try {
    await gate.query('begin')
    await gate.query('select from "user" where id = $1 for update', [userId])
    const waiters = async () => (await gate.query(waiting)).rowCount ?? 0
    const one = first()
    await expect.poll(waiters).toBe(1)
    let isOver = false
    const other = second().finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await waiters()) > 1).toBe(true)
    return { one, other }
  } finally {
    await gate.end()
  }
}

const rotated = async (clientId: string, token: string): Promise<Tokens> =>
  (await (await oauth.refresh(clientId, token)).json()) as Tokens

test('a refresh token that is used again while it is exchanged ends what it is exchanged for', async () => {
  const { client, id } = await newUser(app)
  const { clientId, refresh_token: token } = await oauth.connect(client)
  const { one, other } = await atOnce(id, {
    first: () => rotated(clientId, token),
    second: () => oauth.refresh(clientId, token),
  })
  expect((await other).status).toBe(400)
  expect(await oauth.statusOf((await one).access_token)).toBe(401)
})

test.each(['a used refresh token', 'a used code', 'a revoked one'] as const)(
  '%s ends the tokens of its connection, also one that is being exchanged at that moment',
  async (kind) => {
    const { client, id } = await newUser(app)
    const { clientId, code, refresh_token: used } = await oauth.connect(client)
    const { refresh_token: token } = await rotated(clientId, used)
    const { one, other } = await atOnce(id, {
      first: () => rotated(clientId, token),
      second: () =>
        ({
          'a used refresh token': () => oauth.refresh(clientId, used),
          'a used code': () => oauth.exchange(clientId, code),
          'a revoked one': () => oauth.revoke(clientId, used),
        })[kind](),
    })
    await other
    const { access_token: last, refresh_token: next } = await one
    expect(await oauth.statusOf(last)).toBe(401)
    expect((await oauth.refresh(clientId, next)).status).toBe(400)
  },
)

test('an app that is swept in the moment of its first consent stays, and so does the connection', async () => {
  const { client, id } = await newUser(app)
  const { client_id: clientId } = await oauth.register()
  const page = await oauth.authorize(client, clientId)
  const old = new Date(Date.now() - 25 * 3_600_000)
  await app.db.update(oauthClients).set({ createdAt: old }).where(eq(oauthClients.clientId, clientId))
  const { one, other } = await atOnce(id, {
    first: () => oauth.answerConsent(client, page),
    second: () => sweepConnections(app.db),
  })
  expect((await one).status).toBe(200)
  await other
  expect(await app.db.$count(connections, eq(connections.clientId, clientId))).toBe(1)
})
