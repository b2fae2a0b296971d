import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { may } from '@plinth/core/access'
import { member, session, user } from '@plinth/core/database/server'
import { type Storage, file } from '@plinth/core/files/server'
import { proceduresOf } from '@plinth/core/internal/trpc/trpc.server.ts'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { sharedApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { openTestStorage, storedIds } from '@plinth/testing/test-storage.ts'

const appRouter = await makeAppRouter()

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal', noise } })
  .png()
  .toBuffer()
const text = Buffer.alloc(picture.length, 'The lighthouse was built in 1850. ')

let app: AppUnderTest
let storage: Storage
beforeAll(async () => {
  app = await sharedApp()
  storage = await openTestStorage(app.dataDir)
})

const uploads = Object.entries(proceduresOf(appRouter)).flatMap(([name, { _def }]) =>
  _def.meta?.upload ? [{ name, upload: _def.meta.upload, rule: _def.meta.rule }] : [],
)

/** A signed-in administrator of an organization, who uploads. */
async function newUploader() {
  const uploader = await createUser(app.db)
  const team = await createOrganization(app.db, { owner: await createUser(app.db), admin: uploader })
  const secret = publicSettings.BETTER_AUTH_SECRET
  const created = await createSession(app.db, actorOf(uploader, team), { secret })
  return { user: uploader, team, cookie: created.cookie(app.url) }
}
type Uploader = Awaited<ReturnType<typeof newUploader>>

const arriving = () => readdir(path.join(app.dataDir, 'files', 'incoming')).catch(() => [])

/** Uploads a file that the procedure accepts, and does that in the middle of its body. */
async function uploadWhile(
  { cookie }: Uploader,
  { name, upload }: (typeof uploads)[number],
  act: () => Promise<unknown>,
) {
  // Only rules for documents and files look at a file before it is whole.
  const [fileName, content] = upload.check ? ['a.txt', text] : ['a.png', picture]
  const disposition = `form-data; name="file"; filename="${fileName}"`
  const head = Buffer.from(`--b\r\ncontent-disposition: ${disposition}\r\n\r\n`)
  const rest = Buffer.concat([content.subarray(-1_000), Buffer.from('\r\n--b--\r\n')])
  const headers = { origin: app.url, cookie, 'content-type': 'multipart/form-data; boundary=b' }
  const sending = httpRequest(`${app.url}/api/trpc/${name}`, { method: 'POST', headers })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  const before = (await arriving()).length
  sending.write(Buffer.concat([head, content.subarray(0, -1_000)]))
  await expect.poll(async () => (await arriving()).length).toBe(before + 1)
  await act()
  sending.end(rest)
  const [answer] = await answered
  const { error } = (await json(answer)) as { error?: { json: { data: { app: { code: string } } } } }
  return [answer.statusCode, error?.json.data.app.code].join(' ').trim()
}

type Way = (uploader: Uploader) => Promise<unknown>
const ways: [string, string, Way][] = [
  [
    'was removed from the organization',
    '409 errors:otherAccount',
    ({ user: { id } }) => app.db.delete(member).where(eq(member.userId, id)),
  ],
  [
    'has switched to the personal workspace',
    '409 errors:otherAccount',
    ({ user: { id } }) =>
      app.db.update(session).set({ activeOrganizationId: null }).where(eq(session.userId, id)),
  ],
  [
    'has signed out',
    '401 errors:signInFirst',
    ({ user: { id } }) => app.db.delete(session).where(eq(session.userId, id)),
  ],
  [
    'was banned',
    '401 errors:signInFirst',
    ({ user: { id } }) => app.db.update(user).set({ banned: true }).where(eq(user.id, id)),
  ],
]

async function expectNothing(uploader: Uploader, before: readonly string[]): Promise<void> {
  expect(await app.db.$count(file, eq(file.uploadedById, uploader.user.id))).toBe(0)
  expect(await storedIds(storage)).toEqual(before)
  await expect.poll(arriving).toEqual([])
}

test.each(ways)('no upload is stored for a user who %s while it arrived', async (_name, answer, lose) => {
  for (const one of uploads) {
    const uploader = await newUploader()
    const before = await storedIds(storage)
    expect([one.name, await uploadWhile(uploader, one, () => lose(uploader))]).toEqual([one.name, answer])
    await expectNothing(uploader, before)
  }
})

test('no upload is stored for an administrator who became a member while it arrived', async () => {
  for (const one of uploads) {
    const uploader = await newUploader()
    const asMember = actorOf(uploader.user, {
      ...uploader.team,
      roles: new Map([[uploader.user.id, 'member']]),
    })
    if (!one.rule || may(asMember, one.rule)) continue
    const before = await storedIds(storage)
    const lower = () =>
      app.db.update(member).set({ role: 'member' }).where(eq(member.userId, uploader.user.id))
    expect([one.name, await uploadWhile(uploader, one, lower)]).toEqual([one.name, '403 errors:forbidden'])
    await expectNothing(uploader, before)
  }
})

test('an upload is stored for a user who keeps access', async () => {
  for (const one of uploads) {
    const uploader = await newUploader()
    expect([one.name, await uploadWhile(uploader, one, async () => {})]).toEqual([one.name, '200'])
    expect(await app.db.$count(file, eq(file.uploadedById, uploader.user.id)), one.name).toBe(1)
  }
})
