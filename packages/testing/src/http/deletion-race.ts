import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { featureFixtures, type RequestScene, type Sent } from '../feature-fixtures.ts'
import type { HttpClient } from '../http-client.ts'
import type { AppUnderTest } from './open-app.ts'
import type { verifiedUser } from './verified-user.ts'

export const RACES = 6

type Act = () => Promise<{ status: number }>
export type Acts = Record<string, Act>

const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

export function uploadImage({ url }: AppUnderTest, client: HttpClient, procedure: string) {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(picture)], 'a.png'))
  const headers = { origin: url, cookie: client.cookie() }
  return fetch(`${url}/api/trpc/${procedure}`, { method: 'POST', headers, body })
}

/** What that user can do with each feature, prepared. */
export async function actsOf(
  app: AppUnderTest,
  { id, email, client }: Awaited<ReturnType<typeof verifiedUser>>,
  kinds: readonly ('requests' | 'longRequests')[] = ['requests', 'longRequests'],
): Promise<Acts> {
  const send = ({ path, body, cookie = '' }: Sent) =>
    fetch(app.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        origin: app.url,
        cookie,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    })
  const scene: RequestScene = { app, send, signedIn: async () => ({ id, email, cookie: client.cookie() }) }
  const acts: Acts = {}
  for (const feature of featureFixtures)
    for (const kind of kinds)
      for (const [name, prepare] of Object.entries(feature[kind]?.(scene) ?? {})) {
        const sent = await prepare()
        acts[name] = () => send(sent)
      }
  return acts
}

/** Starts all of them in a random order, with the deletion among them. Returns the status of each. */
export async function race(acts: Acts, deletion: Act): Promise<[string, number][]> {
  const order = Object.entries({ ...acts, deletion }).toSorted(() => Math.random() - 0.5)
  return Promise.all(
    order.map(async ([name, act]): Promise<[string, number]> => {
      // A stream that loses its access is cut.
      const { status } = await act().catch(() => ({ status: 0 }))
      return [name, status]
    }),
  )
}

/** The tables with a row that contains the id, but those that keep what happened. */
export async function tablesWith(app: AppUnderTest, id: string): Promise<string[]> {
  const tables = await app.db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const { rowCount } = await app.db.execute(
      sql`select from ${table} t where t::text like ${`%${id}%`} limit 1`,
    )
    if (rowCount && !['audit_log', 'limit_counter', 'mail'].includes(name)) found.push(name)
  }
  return found
}

export const failed = (answers: readonly [string, number][]) =>
  answers.filter(([, status]) => status >= 500).map(([name, status]) => `${name}: ${status}`)

/** Until nothing runs anymore that could still write. */
export async function settled(app: AppUnderTest): Promise<void> {
  const running = sql`select from pgboss.job where state in ('active', 'retry')`
  await expect.poll(async () => (await app.db.execute(running)).rowCount).toBe(0)
}
