import { sql } from 'drizzle-orm'
import { allowLongStatements, member, organization, session } from '@plinth/core/database/server'
import { expect } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { createId } from '@plinth/core/schema'
import { appRoutes } from '../app-routes.ts'
import { atEnd } from '../runner/at-end.ts'
import { proceduresOf } from '../entry-points.ts'
import { featureFixtures, fixtureSettings, type OpenStream } from '../feature-fixtures.ts'
import { createHttpClient, signedInClient, type HttpClient } from '../http-client.ts'
import { startApp } from '../programs/running-app.ts'
import { administrator } from './administration-client.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from './open-app.ts'
import type { mutate } from './trpc-client.ts'
import { verifiedUser } from './verified-user.ts'
import { drainResponse } from '../drain-response.ts'

const appRouter = await makeAppRouter()

// One second on an idle machine. Without a notification, a stream asks again only after 30 s.
const CUT_WITHIN_MS = 15_000
const ROWS = 15_000

const subscriptions = proceduresOf(appRouter).flatMap(({ name, isSubscription }) =>
  isSubscription ? [name] : [],
)
const files = appRoutes.flatMap(({ path }) => (path.endsWith('.csv') ? [path] : []))

export type Stage = Awaited<ReturnType<typeof openStage>>
type Streams = { open: OpenStream[]; files: { name: string; comesWhole(): Promise<boolean> }[] }
export type Scene = Stage & {
  victim: Awaited<ReturnType<typeof verifiedUser>>
  /** The owner of the organization that the victim is in. */
  owner: Awaited<ReturnType<typeof verifiedUser>>
  organizationId: string
  /** Another session of the victim. */
  second: HttpClient
  streams: Streams
}

/** What depends on the workspace ends, what only administrators may read ends, or both. */
export type Cut = readonly ('workspace' | 'administrator')[]
export const everything: Cut = ['workspace', 'administrator']
export type Way = readonly [name: string, cut: Cut, act: (scene: Scene) => Promise<unknown>]

/** Two instances, and an administrator who uses the second. */
export async function openStage() {
  const env = { ...(await fixtureSettings()), BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET }
  const app = await openApp(env)
  const twin = await startApp({
    env: { ...env, DATABASE_URL: app.database.url, DEMO_PASSWORD: PASSWORD, APP_URL: app.url },
    dataDir: app.dataDir,
  })
  atEnd(async () => void (await twin.stop()))
  /** The same browser with the other instance. */
  const atTwin = (client: HttpClient) => at(twin.url, app.url, client)
  const admin = atTwin((await administrator(app)).client)
  // More than the buffers on the way can hold: a client that stops reading pauses the export.
  await app.db.transaction(async (tx) => {
    await allowLongStatements(tx)
    await tx.execute(sql`
    insert into "user" (id, name, email)
    select 'row-' || n, repeat('x', 900), 'row-' || n || '@example.net' from generate_series(1, ${ROWS}) n`)
  })
  await app.db.execute(sql`
    insert into audit_log (id, action, details)
    select 'row-' || n, 'test.row', jsonb_build_object('text', repeat('x', 900)) from generate_series(1, ${ROWS}) n`)
  return { app, twin, admin, atTwin }
}

function at(url: string, origin: string, { cookie }: HttpClient): HttpClient {
  const client = createHttpClient(url)
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { origin, cookie: cookie(), 'content-type': 'application/json' },
    })
  return {
    ...client,
    cookie,
    get: (path) => send(path),
    post: (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  }
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

/**
 * A site administrator who is also a member of another user's organization, with every kind of stream open in
 * one session, and a second session.
 */
async function openScene(stage: Stage): Promise<Scene> {
  const { app } = stage
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
  return { ...stage, victim, owner, organizationId, second, streams: await openStreams(app, victim.client) }
}

async function openStreams(app: AppUnderTest, client: HttpClient): Promise<Streams> {
  const streams: Streams = { open: [], files: [] }
  for (const feature of featureFixtures) streams.open.push(...((await feature.streams?.(client, app)) ?? []))
  for (const name of subscriptions)
    streams.open.push({ name, isOpen: await drainResponse(await client.get(`/api/trpc/${name}`)) })
  for (const path of files)
    streams.files.push({ name: path, comesWhole: await readSlowly(await client.get(path)) })
  return streams
}

export async function expectCut(stage: Stage, [, cut, act]: Way): Promise<void> {
  const scene = await openScene(stage)
  const { open, files: downloads } = scene.streams
  expect(downloads.length).toBeGreaterThan(0)
  await act(scene)
  const isCut = cut.includes('workspace')
  if (!isCut) await new Promise((resolve) => setTimeout(resolve, 1_000))
  const still = () => open.filter(({ isOpen }) => isOpen()).map(({ name }) => name)
  await expect
    .poll(still, { timeout: CUT_WITHIN_MS, interval: 20 })
    .toEqual(isCut ? [] : open.map(({ name }) => name))
  const whole: string[] = []
  for (const { name, comesWhole } of downloads) if (await comesWhole()) whole.push(name)
  expect(whole).toEqual(cut.includes('administrator') ? [] : downloads.map(({ name }) => name))
}

export const ok = async (answer: Promise<Response>) => {
  const { status } = await answer
  expect(status).toBeLessThan(300)
}
export const acted = async (called: ReturnType<typeof mutate>) => expect((await called).status).toBe(200)
