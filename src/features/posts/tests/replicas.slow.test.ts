import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '#/app/registry/router.server.ts'
import { openDatabase, type OpenDatabase } from '#/core/db/database.server.ts'
import { member, session } from '#/core/identity/identity.table.server.ts'
import { atEnd } from '../../../../tests/support/at-end.ts'
import { proceduresOf } from '../../../../tests/support/entry-points.ts'
import {
  actorOf,
  createOrganization,
  createSession,
  createUser,
} from '../../../../tests/support/factories.ts'
import { publicSettings } from '../../../../tests/support/http/open-app.ts'
import { openEvents } from '../../../../tests/support/http/live-stream.ts'
import {
  isPostgresMissing,
  startReplicatedPostgres,
  type Server,
} from '../../../../tests/support/replicated-postgres.ts'
import { requireBuild } from '../../../../tests/support/require-build.ts'
import { startApp, type RunningApp } from '../../../../tests/support/running-app.ts'
import { testLog } from '../../../../tests/support/test-database.ts'

// Two instances on a primary with two replicas.

const METRICS_TOKEN = 'a token of sixteen'.replaceAll(' ', '-')
const secret = publicSettings.BETTER_AUTH_SECRET
let standbys: Server[]
let db: OpenDatabase['db']
let apps: RunningApp[]
let env: Record<string, string>

type Browser = { cookie: string; origin: string }

async function team() {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const acme = await createOrganization(db, { owner: ada, member: ben })
  const origin = apps[0]?.url ?? ''
  const browserOf = async (user: typeof ada): Promise<Browser> => ({
    cookie: (await createSession(db, actorOf(user, acme), { secret })).cookie(origin),
    origin,
  })
  return { ada, ben, adas: await browserOf(ada), bens: await browserOf(ben) }
}

const create = (url: string, headers: Browser, title: string) =>
  fetch(`${url}/api/trpc/posts.create`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { title, content: 'Words' } }),
  })

const list = (url: string, headers: Browser, search?: string) =>
  fetch(`${url}/api/trpc/posts.list?input=${encodeURIComponent(JSON.stringify({ json: { search } }))}`, {
    headers,
  })

async function titles(url: string, headers: Browser, search?: string): Promise<string[]> {
  const answer = await list(url, headers, search)
  expect(answer.status).toBe(200)
  const { result } = (await answer.json()) as { result: { data: { json: { items: { title: string }[] } } } }
  return result.data.json.items.map(({ title }) => title)
}

/** Statements of both instances by what answered them, of those that a replica could answer. */
async function answered(): Promise<Record<'replica' | 'primary', number>> {
  const sums = { replica: 0, primary: 0 }
  for (const { url } of apps) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    for (const [, by = '', count] of (await answer.text()).matchAll(
      /^plinth_replica_statements\{by="(\w+)"\} (\d+)$/gm,
    ))
      sums[by as 'replica' | 'primary'] += Number(count)
  }
  return sums
}

describe.skipIf(isPostgresMissing)('with two replicas', () => {
  beforeAll(async () => {
    requireBuild()
    const servers = await startReplicatedPostgres(2)
    atEnd(async () => servers.end())
    ;({ standbys } = servers)
    env = {
      DATABASE_URL: servers.primary.url,
      DATABASE_READ_URL: standbys.map(({ url }) => url).join(', '),
      BETTER_AUTH_SECRET: secret,
      METRICS_TOKEN,
    }
    const first = await startApp({ env })
    env.APP_URL = first.url
    apps = [first, await startApp({ env })]
    const database = openDatabase({ connectionString: servers.primary.url }, testLog)
    ;({ db } = database)
    atEnd(async () => {
      await database.close()
      await Promise.all(apps.map((app) => app.stop()))
    })
  })

  test('a list and a search show every post at once, to its author and to another member on the other instance who hears of it', async () => {
    const [one = '', other = ''] = apps.map(({ url }) => url)
    const { adas, bens } = await team()
    const before = await answered()
    const heard = await openEvents(
      `${other}/api/trpc/posts.changes?input=${encodeURIComponent('{"json":{}}')}`,
      {
        cookie: bens.cookie,
      },
    )
    await heard.next()
    const written: string[] = []
    for (let at = 0; at < 20; at++) {
      const next = heard.next()
      written.unshift(`Harbor ${at}`)
      expect((await create(one, adas, written[0] ?? '')).status).toBe(200)
      expect(await titles(one, adas)).toEqual(written)
      await next
      expect(await titles(other, bens)).toEqual(written)
      expect(await titles(other, bens, `harbor ${at}`)).toContain(written[0])
    }
    await heard.close()
    const after = await answered()
    const [byReplicas, byPrimary] = [after.replica - before.replica, after.primary - before.primary]
    expect(byReplicas + byPrimary).toBe(80)
    // Else it would prove nothing about replicas.
    expect(byReplicas).toBeGreaterThan(20)
  })

  test('a revoked session and a lost membership count at once, even while the replicas are behind', async () => {
    const [one = '', other = ''] = apps.map(({ url }) => url)
    const { ada, ben, adas, bens } = await team()
    expect((await create(one, adas, 'For members')).status).toBe(200)
    expect(await titles(other, bens)).toEqual(['For members'])
    for (const standby of standbys) await standby.query('select pg_wal_replay_pause()')
    try {
      await db.delete(member).where(eq(member.userId, ben.id))
      expect(await titles(other, bens)).toEqual([])
      await db.delete(session).where(eq(session.userId, ada.id))
      expect((await list(one, adas)).status).toBe(401)
      expect((await list(other, adas)).status).toBe(401)
    } finally {
      for (const standby of standbys) await standby.query('select pg_wal_replay_resume()')
    }
  })

  test('no query but those that are marked is answered by a replica, and no mutation', async () => {
    const [one = ''] = apps.map(({ url }) => url)
    const { adas } = await team()
    const plain = proceduresOf(appRouter)
      .filter(({ isOnReplica, isSubscription }) => !isOnReplica && !isSubscription)
      // A mutation may sign out.
      .toSorted((a, b) => Number(a.isMutation) - Number(b.isMutation))
    const before = await answered()
    const statuses: number[] = []
    for (const { name, isMutation } of plain) {
      const answer = isMutation
        ? await fetch(`${one}/api/trpc/${name}`, {
            method: 'POST',
            headers: { ...adas, 'content-type': 'application/json' },
            body: '{"json":{}}',
          })
        : await fetch(`${one}/api/trpc/${name}?input=${encodeURIComponent('{"json":{}}')}`, { headers: adas })
      statuses.push(answer.status)
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10)
    expect(await answered()).toEqual(before)
  })

  test('users read and write while the replicas are killed and come back', async () => {
    const [one = '', other = ''] = apps.map(({ url }) => url)
    const { adas, bens } = await team()
    const written: string[] = []
    for (let at = 0; at < 30; at++) {
      if (at === 10) for (const standby of standbys) standby.kill()
      if (at === 20) for (const standby of standbys) standby.start()
      written.unshift(`Kiln ${at}`)
      expect((await create(one, adas, written[0] ?? '')).status).toBe(200)
      expect(await Promise.all([titles(one, adas), titles(other, bens)])).toEqual([
        written.slice(0, 20),
        written.slice(0, 20),
      ])
    }
    const before = (await answered()).replica
    await expect
      .poll(async () => (await titles(one, adas)) && (await answered()).replica, { timeout: 30_000 })
      .toBeGreaterThan(before)
    for (const app of apps) expect(app.output()).not.toMatch(/"level":"error"/)
  })

  test('a server that is no replica of the database ends the start with one line', async () => {
    const [standby] = standbys
    const wrong = { ...env, DATABASE_READ_URL: standby?.url.replace(/app$/, 'postgres') ?? '' }
    await expect(startApp({ env: wrong })).rejects.toThrow(
      /ended with 1\n(.+\n\n)?✗ DATABASE_READ_URL is no standby of DATABASE_URL: .+\n\n$/,
    )
  })
})
