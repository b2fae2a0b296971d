import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { and, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { auditLog, router } from '@plinth/core/verb/server'
import { type OpenDatabase, user } from '@plinth/core/database/server'
import { file, serveFile } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { openTestStorage, storedIds } from '@plinth/testing/test-storage.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { PROFILE_IMAGE } from './profile-image-files.server.ts'
import { profileRouter } from './profile.router.server.ts'
import { removeProfileImage } from './remove-profile-image.server.ts'
import { uploadProfileImage } from './upload-profile-image.server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-profile-'))
const storage = await openTestStorage(folder)
const appRouter = router({ profile: profileRouter })
let db: OpenDatabase['db']
let png: Buffer<ArrayBuffer>

beforeAll(async () => {
  ;({ db } = await openTestDatabase())
  png = Buffer.from(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer(),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function createSignedInUser(image: string | null = null): Promise<Actor & { kind: 'user' }> {
  const userId = createId()
  await db.insert(user).values({ id: userId, name: 'Ada', email: `${userId}@example.com`, image })
  return {
    kind: 'user',
    userId,
    sessionId: createId(),
    role: 'user',
    emailVerified: false,
    workspace: { organizationId: null, role: 'owner' },
    impersonatedBy: null,
  }
}

const contextOf = (actor: Actor) => makeContext(db, actor, { storage })
const upload = (actor: Actor, bytes: Uint8Array<ArrayBuffer> = png) =>
  uploadProfileImage(contextOf(actor), { file: new File([bytes], 'me.png') })
const imageOf = async (userId: string) =>
  (await db.select({ image: user.image }).from(user).where(eq(user.id, userId)))[0]?.image
const filesOf = (userId: string) => db.select().from(file).where(eq(file.uploadedById, userId))
const isStored = async (id: string) => (await storage.open(id)) !== undefined
const serve = (id: string) => serveFile({ db, storage, log: testLog }, id, [PROFILE_IMAGE])

type Answer = {
  status: number
  id?: string
  code?: string
  fields?: Record<string, string>
  params?: Record<string, unknown>
}

/** Calls the endpoint like a browser: multipart over HTTP. */
async function send(actor: Actor, body: FormData | string): Promise<Answer> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined
  const req = new Request('http://localhost/api/trpc/profile.uploadImage', { method: 'POST', body, headers })
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req,
    router: appRouter,
    createContext: () => contextOf(actor),
  })
  const answer = await response.json()
  const { code, params, fields } = answer.error?.json.data.app ?? {}
  return { status: response.status, id: answer.result?.data.json.id, code, params, fields }
}

function formOf(...entries: readonly (readonly [string, File | string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value)
  }
  return form
}

describe('a profile image', () => {
  test('is stored as WebP, sets the URL in the profile and writes an audit entry', async () => {
    const ada = await createSignedInUser()
    const { status, id = '' } = await send(
      ada,
      formOf(['file', new File([png], '../../me.png', { type: 'image/png' })]),
    )
    expect(status).toBe(200)
    expect(id).toMatch(/^[0-9a-z]{24}$/)
    expect(await imageOf(ada.userId)).toBe(`/api/files/${id}`)
    expect(await filesOf(ada.userId)).toMatchObject([
      {
        id,
        purpose: 'profile-image',
        contentType: 'image/webp',
        sizeBytes: (await storage.open(id))?.sizeBytes,
      },
    ])
    const served = await serve(id)
    expect(await sharp(await served.bytes()).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 40,
    })
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, ada.userId), eq(auditLog.action, 'user.changeImage')))
    expect(entries).toMatchObject([{ targetType: 'user', targetId: ada.userId, details: { fileId: id } }])
  })

  test('replaces the previous one, whose row, bytes and URL are gone', async () => {
    const ada = await createSignedInUser()
    const first = await upload(ada)
    const second = await upload(ada)
    expect((await filesOf(ada.userId)).map((row) => row.id)).toEqual([second.id])
    expect(await isStored(first.id)).toBe(false)
    expect((await serve(first.id)).status).toBe(404)
    expect((await serve(second.id)).status).toBe(200)
  })

  test('replaces an external picture', async () => {
    const ada = await createSignedInUser('https://pictures.example/ada.png')
    const { id } = await upload(ada)
    expect(await imageOf(ada.userId)).toBe(`/api/files/${id}`)
  })

  test("never deletes another user's file, even if the profile links to it", async () => {
    const ben = await createSignedInUser()
    const { id } = await upload(ben)
    await upload(await createSignedInUser(`/api/files/${id}`))
    expect((await serve(id)).status).toBe(200)
    expect(await imageOf(ben.userId)).toBe(`/api/files/${id}`)
  })

  test("leaves the user's files of other purposes alone", async () => {
    const ada = await createSignedInUser()
    const id = createId()
    await db.insert(file).values({
      id,
      purpose: 'document',
      uploadedById: ada.userId,
      contentType: 'application/pdf',
      sizeBytes: 1,
    })
    await upload(ada)
    expect((await filesOf(ada.userId)).map((row) => row.id)).toContain(id)
  })

  test('uploaded 15 times concurrently leaves one file, the one in the profile', async () => {
    const ada = await createSignedInUser()
    const before = new Set(await storedIds(storage))
    const answers = await Promise.all(Array.from({ length: 15 }, () => upload(ada)))
    const rows = await filesOf(ada.userId)
    expect(rows).toHaveLength(1)
    const [kept = ''] = rows.map((row) => row.id)
    expect(await imageOf(ada.userId)).toBe(`/api/files/${kept}`)
    expect(answers.map((answer) => answer.id)).toContain(kept)
    expect((await storedIds(storage)).filter((id) => !before.has(id))).toEqual([kept])
  })
})

describe('removing it', () => {
  const remove = (actor: Actor) => removeProfileImage(contextOf(actor))
  const removals = (userId: string) =>
    db.$count(auditLog, and(eq(auditLog.actorId, userId), eq(auditLog.action, 'user.removeImage')))

  test('leaves no URL, no file and one audit entry, also for eight concurrent requests', async () => {
    const [ada, ben] = [await createSignedInUser(), await createSignedInUser()]
    const [{ id }, kept] = [await upload(ada), await upload(ben)]
    await Promise.all(Array.from({ length: 8 }, () => remove(ada)))
    expect([
      await imageOf(ada.userId),
      await filesOf(ada.userId),
      await isStored(id),
      await removals(ada.userId),
    ]).toEqual([null, [], false, 1])
    expect((await serve(id)).status).toBe(404)
    expect((await serve(kept.id)).status).toBe(200)
  })

  test('changes nothing without an image or by a visitor', async () => {
    const ada = await createSignedInUser()
    await remove(ada)
    expect(await removals(ada.userId)).toBe(0)
    await expect(remove(anonymous)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('who may upload', () => {
  test('visitors get 401 before the form is parsed', async () => {
    const before = await storedIds(storage)
    expect(await send(anonymous, formOf(['file', new File([png], 'me.png')]))).toMatchObject({
      status: 401,
      code: 'errors:signInFirst',
    })
    expect(await send(anonymous, formOf())).toMatchObject({ status: 401 })
    await expect(upload(anonymous)).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(await storedIds(storage)).toEqual(before)
  })

  test('a user who was just deleted leaves neither row nor bytes', async () => {
    const ada = await createSignedInUser()
    await db.delete(user).where(eq(user.id, ada.userId))
    const before = await storedIds(storage)
    await expect(upload(ada)).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(await storedIds(storage)).toEqual(before)
  })
})

describe('all or nothing', () => {
  test('nothing changes when the audit entry cannot be written', async () => {
    const ada = await createSignedInUser()
    const { id } = await upload(ada)
    const before = await storedIds(storage)
    await db.execute(
      sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    )
    await db.execute(
      sql`create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry()`,
    )
    try {
      await expect(upload(ada)).rejects.toMatchObject({ cause: { message: 'refused' } })
    } finally {
      await db.execute(sql`drop trigger refuse_entry on audit_log`)
    }
    expect(await imageOf(ada.userId)).toBe(`/api/files/${id}`)
    expect((await filesOf(ada.userId)).map((row) => row.id)).toEqual([id])
    expect(await storedIds(storage)).toEqual(before)
  })

  test('bytes are kept when the outcome of the commit is unknown', async () => {
    const ada = await createSignedInUser()
    // Terminates the connection during COMMIT.
    await db.execute(
      sql`create function end_connection() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    )
    await db.execute(
      sql`create constraint trigger end_connection after insert on file deferrable initially deferred for each row execute function end_connection()`,
    )
    const before = new Set(await storedIds(storage))
    try {
      expect(await send(ada, formOf(['file', new File([png], 'me.png')]))).toMatchObject({
        status: 503,
        code: 'errors:unavailable',
      })
    } finally {
      await db.execute(sql`drop trigger end_connection on file`)
    }
    expect(await filesOf(ada.userId)).toEqual([])
    expect((await storedIds(storage)).filter((id) => !before.has(id))).toHaveLength(1)
  })
})

describe('the limit', () => {
  test('of 30 concurrent uploads exactly 20 succeed; the others get 429 with a retry time', async () => {
    const ada = await createSignedInUser()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send(ada, formOf(['file', new File([png], 'me.png')]))),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(10)
    for (const { params } of refused) expect(params?.retryAfterSeconds).toBeGreaterThan(80_000)
    expect(await filesOf(ada.userId)).toHaveLength(1)
  })

  test('a rejected file counts too, and each user has a separate limit', async () => {
    const ada = await createSignedInUser()
    for (let at = 0; at < 20; at++)
      await expect(upload(ada, Buffer.from('no picture'))).rejects.toMatchObject({ kind: 'invalid' })
    await expect(upload(ada)).rejects.toMatchObject({ kind: 'limit' })
    await upload(await createSignedInUser())
  })
})

describe('rejected over HTTP', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

  test.each([
    [
      'HTML called .png',
      () => new File(['<!doctype html><script>alert(1)</script>'], 'me.png', { type: 'image/png' }),
    ],
    ['an SVG called .png', () => new File([svg], 'me.png', { type: 'image/png' })],
    ['a GIF header with a script', () => new File(['GIF89a=1;alert(1)'], 'me.gif', { type: 'image/gif' })],
    ['an empty file', () => new File([], 'me.png', { type: 'image/png' }), 'errors:emptyFile'],
  ])('%s: 400 on the field', async (_, make, code = 'errors:notAnImage') => {
    const answer = await send(await createSignedInUser(), formOf(['file', make()]))
    expect(answer).toMatchObject({
      status: 400,
      code,
      params: { field: 'file' },
    })
  })

  test.each([
    ['by name', () => new File([png], 'me.SVG', { type: 'image/png' })],
    ['by compressed name', () => new File([png], 'me.svgz')],
    ['by type', () => new File([png], 'me.png', { type: 'image/svg+xml' })],
    ['by name and content', () => new File([svg], 'me.svg')],
  ])('an SVG %s: 400 on the field', async (_, make) => {
    const answer = await send(await createSignedInUser(), formOf(['file', make()]))
    expect(answer).toMatchObject({ status: 400, code: 'errors:notAnImage' })
  })

  test('2 MiB and one byte: 413', async () => {
    const answer = await send(
      await createSignedInUser(),
      formOf(['file', new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'me.png')]),
    )
    expect(answer).toMatchObject({
      status: 413,
      code: 'errors:fileTooLarge',
      params: { field: 'file', maxMegabytes: 2 },
    })
  })

  test('4097 pixels: 400', async () => {
    const wide = await sharp({ create: { width: 4097, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const answer = await send(
      await createSignedInUser(),
      formOf(['file', new File([Buffer.from(wide)], 'me.png')]),
    )
    expect(answer).toMatchObject({
      status: 400,
      code: 'errors:tooManyPixels',
      params: { field: 'file', maxPixels: 4096 },
    })
  })

  test.each([
    ['no field', () => formOf()],
    ['another field', () => formOf(['image', new File([png], 'me.png')])],
    ['text in the place of the file', () => formOf(['file', 'https://example.com/me.png'])],
    ['two files', () => formOf(['file', new File([png], 'a.png')], ['file', new File([png], 'b.png')])],
    ['one field more', () => formOf(['file', new File([png], 'a.png')], ['userId', 'somebody'])],
  ])('%s: 400 on the field', async (_, make) => {
    expect(await send(await createSignedInUser(), make())).toMatchObject({
      status: 400,
      fields: { file: 'errors:oneFile' },
    })
  })

  test('JSON instead of a form: 400', async () => {
    expect(await send(await createSignedInUser(), '{"json":{"file":"x"}}')).toMatchObject({
      status: 400,
      code: 'errors:invalid',
    })
  })
})
