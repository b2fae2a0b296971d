// What happens over HTTP while its account or organization is deleted: everything that needs cookies, forms
// or streams. tests/deletion.test.ts does the same to every mutation.
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { administrator } from '../support/http/administration-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '../support/http/open-app.ts'
import { addPasskey } from '../support/http/passkey-client.ts'
import { verifiedUser } from '../support/http/second-factor-users.ts'
import { mutate } from '../support/http/trpc-client.ts'

const ROUNDS = 6

type Act = () => Promise<{ status: number }>
type Acts = Record<string, Act>
type Member = Awaited<ReturnType<typeof verifiedUser>>

let app: AppUnderTest
let picture: Buffer
beforeAll(async () => {
  app = await openApp()
  picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})

const textFile = () => new File(['The harbour. '.repeat(5_000)], 'a.txt')
const imageFile = () => new File([new Uint8Array(picture)], 'a.png')

function upload(client: HttpClient, procedure: string, file: File) {
  const body = new FormData()
  body.append('file', file)
  const headers = { origin: app.url, cookie: client.cookie() }
  return fetch(`${app.url}/api/trpc/${procedure}`, { method: 'POST', headers, body })
}

const say = (client: HttpClient, path: string, text: string) =>
  client.post(path, {
    id: createId(),
    messages: [{ id: createId(), role: 'user', parts: [{ type: 'text', text }] }],
  })

/** Starts all of them in a random order, with the deletion among them. Returns the status of each. */
async function race(acts: Acts, deletion: Act): Promise<[string, number][]> {
  const order = Object.entries({ ...acts, deletion }).toSorted(() => Math.random() - 0.5)
  return Promise.all(
    order.map(async ([name, act]): Promise<[string, number]> => {
      // A stream that loses its access is cut.
      const { status } = await act().catch(() => ({ status: 0 }))
      return [name, status]
    }),
  )
}

/** The tables with a row that contains the id. */
async function tablesWith(id: string): Promise<string[]> {
  const tables = await app.db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const { rowCount } = await app.db.execute(
      sql`select from ${table} t where t::text like ${`%${id}%`} limit 1`,
    )
    if (rowCount) found.push(name)
  }
  return found
}

const answered = (answers: readonly [string, number][]) =>
  answers.filter(([, status]) => status >= 500).map(([name]) => name)

async function organizationOf({ client }: Member): Promise<string> {
  const slug = `o-${createId().slice(0, 14)}`
  const { data } = await mutate(client, 'organizations.create', { name: 'Acme', slug })
  const { id } = data as { id: string }
  expect((await mutate(client, 'organizations.setActive', { id })).status).toBe(200)
  return id
}

async function join(owner: Member, member: Member, organizationId: string): Promise<void> {
  const { data } = await mutate(owner.client, 'organizations.invite', { email: member.email, role: 'owner' })
  await mutate(member.client, 'organizations.acceptInvitation', data)
  expect((await mutate(member.client, 'organizations.setActive', { id: organizationId })).status).toBe(200)
}

/** Until nothing runs anymore that could still write. */
async function settled(): Promise<void> {
  const running = sql`select from pgboss.job where state in ('active', 'retry')`
  await expect.poll(async () => (await app.db.execute(running)).rowCount).toBe(0)
}

test('acts of an account, raced with its deletion, are done or refused, and leave only logs and sent mail', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await app.db.execute(sql`delete from limit_counter`)
    const [someUser, boss, admin] = [
      await verifiedUser(app),
      await administrator(app),
      await administrator(app),
    ]
    const { id: userId, email, client } = someUser
    const device = await addPasskey(app, client)
    const fresh = createHttpClient(app.url)
    const options = await (await fresh.get('/api/auth/passkey/generate-authenticate-options')).json()
    const post = (path: string, body: object) => () => client.post(`/api/auth${path}`, body)
    const acts: Acts = {
      'creating an organization': () =>
        mutate(client, 'organizations.create', { name: 'N', slug: `n-${createId().slice(0, 14)}` }),
      'asking for an export': () => mutate(client, 'account.export', undefined),
      'asking for the deletion': () => mutate(client, 'account.requestDeletion', { email }),
      'uploading a document': () => upload(client, 'documents.upload', textFile()),
      'uploading an image': () => upload(client, 'profile.uploadImage', imageFile()),
      'sending a message': () => say(client, '/api/chat', '/todos'),
      'a temporary chat': () => say(client, '/api/chat/vercel', 'hello'),
      'signing in': () =>
        createHttpClient(app.url).post('/api/auth/sign-in/email', { email, password: PASSWORD }),
      'signing in with a passkey': () =>
        fresh.post('/api/auth/passkey/verify-authentication', { response: device.get(options as never) }),
      'asking for a reset': () =>
        createHttpClient(app.url).post('/api/auth/request-password-reset', { email }),
      'changing the address': post('/change-email', { newEmail: `x${createId()}@example.org` }),
      'enabling a second factor': post('/two-factor/enable', { password: PASSWORD }),
      'changing the name': post('/update-user', { firstName: 'Q', lastName: 'R' }),
      'changing the password': post('/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'sieben blaue Boote im Wind',
        revokeOtherSessions: true,
      }),
      'being impersonated': () =>
        boss.client.post('/api/auth/admin/impersonate-user', { userId, reason: 'A look' }),
    }
    const remove = () => mutate(admin.client, 'admin.users.delete', { userId })
    expect(answered(await race(acts, remove))).toEqual([])
    // A membership that began meanwhile is a conflict.
    await expect.poll(async () => (await remove()).status).toBe(404)
    await settled()
    const left = (await tablesWith(userId)).toSorted()
    expect(left.filter((name) => !['audit_log', 'limit_counter', 'mail'].includes(name))).toEqual([])
  }
  expect(app.output()).not.toMatch(/"level":"error"/)
})

test('acts in an organization, raced with its deletion by two owners, are done or refused, and leave only logs', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await app.db.execute(sql`delete from limit_counter`)
    const [ada, ben, guest] = [await verifiedUser(app), await verifiedUser(app), await verifiedUser(app)]
    const id = await organizationOf(ada)
    await join(ada, ben, id)
    const { data: invited } = await mutate(ada.client, 'organizations.invite', {
      email: guest.email,
      role: 'member',
    })
    const acts: Acts = {
      'accepting an invitation': () => mutate(guest.client, 'organizations.acceptInvitation', invited),
      inviting: () =>
        mutate(ben.client, 'organizations.invite', { email: `q${createId()}@example.org`, role: 'member' }),
      leaving: () => mutate(ben.client, 'organizations.leave', undefined),
      'handing it over': () => mutate(ada.client, 'organizations.transferOwnership', { userId: guest.id }),
      'removing a member': () => mutate(ada.client, 'organizations.removeMember', { userId: ben.id }),
      'uploading a logo': () => upload(ada.client, 'organizations.uploadLogo', imageFile()),
      'uploading another logo': () => upload(ben.client, 'organizations.uploadLogo', imageFile()),
      'uploading a document': () => upload(ben.client, 'documents.upload', textFile()),
      'sending a message': () => say(ada.client, '/api/chat', '/todos'),
      'the same deletion by the other owner': () => mutate(ben.client, 'organizations.delete', { id }),
    }
    const remove = () => mutate(ada.client, 'organizations.delete', { id })
    expect(answered(await race(acts, remove))).toEqual([])
    await expect.poll(async () => (await remove()).status).toBe(404)
    await settled()
    const left = await tablesWith(id)
    expect(left.filter((name) => !['audit_log', 'limit_counter', 'mail'].includes(name))).toEqual([])
  }
  expect(app.output()).not.toMatch(/"level":"error"/)
})
