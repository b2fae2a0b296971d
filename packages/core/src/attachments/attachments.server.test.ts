import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, isNull, sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defineAccess } from '#/access/access.ts'
import { anonymous, type Actor, type SignedInActor } from '#/access/actor.ts'
import { holdOwners, workspaceColumns, workspaceOf } from '#/access/workspace.server.ts'
import { timestamp } from '#/db/columns.server.ts'
import { organization, user } from '#/identity/identity.table.server.ts'
import type { Live } from '#/realtime/live.server.ts'
import { openPlaces } from '#/realtime/stream-places.server.ts'
import { openDisk } from '#/storage/open-storage.server.ts'
import type { Storage } from '#/storage/storage.server.ts'
import { sweepFilesOf } from '#/storage/sweep-files.server.ts'
import { createId } from '#/lib/create-id.ts'
import { deleteDuringUpload } from '@plinth/testing/delete-during-upload.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { startS3 } from '@plinth/testing/servers/s3-server.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { storedIds } from '@plinth/testing/test-storage.ts'
import { defineAttachments, provideAttachments } from './attachments.server.ts'
import { FILE_MAX_BYTES } from './accepted-files.ts'
import { getAttachment, sendAttachment } from './read-attachment.server.ts'
import { attachmentFiles } from './sweep-attachments.server.ts'
import { uploadFile, uploadImage, UPLOADS_PER_DAY } from './upload-attachment.server.ts'

const { db, connection } = await openTestDatabase()
const root = await mkdtemp(path.join(tmpdir(), 'plinth-attachments-'))
afterAll(() => rm(root, { recursive: true, force: true }))

// A feature with files.
const receipts = pgTable(
  'test_receipt',
  {
    id: text('id').primaryKey(),
    ...workspaceColumns,
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    scan: text('scan'),
    photo: text('photo'),
    deletedAt: timestamp('deleted_at'),
  },
  (table) => [index('test_receipt_scan_idx').on(table.scan)],
)
const access = defineAccess('receipts', { get: ['creator', 'workspace-admin'] })
const files = defineAttachments({
  table: receipts,
  fields: { scan: 'file', photo: 'image' },
  where: isNull(receipts.deletedAt),
  rule: access.get,
})

// Other files of this process have no such table.
afterAll(() => provideAttachments(async () => []))
beforeAll(async () => {
  await db.execute(sql`
    create table test_receipt (
      id text primary key,
      organization_id text references organization(id) on delete cascade,
      owner_id text references "user"(id) on delete cascade,
      created_by_id text references "user"(id) on delete set null,
      scan text, photo text, deleted_at timestamptz
    )`)
  provideAttachments(async () => [files])
})

let storage: Storage
const contextOf = (actor: Actor) => makeContext(db, actor, { storage })
const png = new Uint8Array(
  await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
)
const pdf = '%PDF-1.7\nA receipt'
const fileOf = (content: string | Uint8Array<ArrayBuffer> = pdf, name = 'receipt.pdf') =>
  uploadFileAs.bind(undefined, new File([content], name))
const uploadFileAs = (file: File, actor: Actor) => uploadFile(contextOf(actor), { file })
const scanBy = (actor: Actor) => fileOf()(actor)
const photoBy = (actor: Actor) => uploadImage(contextOf(actor), { file: new File([png], 'receipt.png') })

type Fields = { scan: string | null; photo: string | null }
const create = (actor: SignedInActor, fields: Partial<Fields>) =>
  db.transaction(async (tx) => {
    const row = { scan: null, photo: null, ...fields }
    const id = createId()
    await tx.insert(receipts).values({ id, ...workspaceOf(actor), createdById: actor.userId, ...row })
    await files.take(tx, actor, { row })
    return id
  })
const update = (actor: SignedInActor, id: string, fields: Partial<Fields>) =>
  db.transaction(async (tx) => {
    await holdOwners(tx, { ...actor.workspace, userId: actor.userId })
    const [before] = await tx.select().from(receipts).where(eq(receipts.id, id)).for('update')
    if (!before) throw new Error('no row')
    const row = { scan: before.scan, photo: before.photo, ...fields }
    await tx.update(receipts).set(row).where(eq(receipts.id, id))
    await files.take(tx, actor, { row, before })
  })
const isShownTo = async (actor: Actor, id: string) =>
  (await getAttachment(contextOf(actor), { id }).catch(() => undefined)) !== undefined
const sweep = () => sweepFilesOf({ db, storage, log: testLog }, attachmentFiles)
const isStored = async (id: string) => (await storage.open(id)) !== undefined
const waitDays = async (days: number) => {
  await db.execute(sql`update attachment set used_at = used_at - make_interval(days => ${days})`)
  await db.execute(sql`update file set created_at = created_at - make_interval(days => ${days})`)
}

describe.each(['a folder', 'a bucket'])('in %s', (place) => {
  beforeAll(async () => {
    storage =
      place === 'a folder' ? openDisk(root) : await (await startS3()).open(path.join(root, 's3'), createId())
  })
  beforeEach(async () => {
    await db.delete(receipts)
    await waitDays(8)
    await sweep()
  })

  test('an upload keeps its name, and its type is that of its content; a picture becomes a WebP', async () => {
    const ada = actorOf(await createUser(db))
    expect(await scanBy(ada)).toMatchObject({
      name: 'receipt.pdf',
      type: 'application/pdf',
      sizeBytes: pdf.length,
    })
    const photo = await photoBy(ada)
    expect(photo).toMatchObject({ name: 'receipt.png', type: 'image/webp' })
    const answer = await sendAttachment(contextOf(ada), photo)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ format: 'webp', width: 60 })
  })

  test('any other file is sent to be saved under its name, and never shown', async () => {
    const ada = actorOf(await createUser(db))
    const { id } = await fileOf('<script>alert(1)</script>', 'Übersicht, Mai.txt')(ada)
    const live = { ...contextOf(ada).live, places: openPlaces(), async *changes() {} } as unknown as Live
    const answer = await sendAttachment({ ...contextOf(ada), live }, { id })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="Ubersicht_ Mai.txt"; filename*=UTF-8''%C3%9Cbersicht%2C%20Mai.txt`,
      'x-content-type-options': 'nosniff',
    })
    expect(await answer.text()).toBe('<script>alert(1)</script>')
  })

  test('what is replaced, removed, or never taken is kept for seven days, then deleted with its bytes', async () => {
    const ada = actorOf(await createUser(db))
    const [unused, first, second] = [await scanBy(ada), await scanBy(ada), await scanBy(ada)]
    const id = await create(ada, { scan: first.id })
    await waitDays(8)
    await update(ada, id, { scan: second.id })
    expect(await sweep()).toBe(1)
    expect(await Promise.all([unused, first, second].map((one) => isStored(one.id)))).toEqual([
      false,
      true,
      true,
    ])
    await waitDays(8)
    expect(await sweep()).toBe(1)
    expect(await isStored(first.id)).toBe(false)
    await waitDays(100)
    expect(await sweep()).toBe(0)
    expect(await isStored(second.id)).toBe(true)
  })

  test('a deleted row keeps its files until it is gone; so does a workspace', async () => {
    const { organization: acme, owner } = await createTeam(db)
    const [one, other] = [await scanBy(owner), await photoBy(owner)]
    const id = await create(owner, { scan: one.id })
    await create(owner, { photo: other.id })
    await db.update(receipts).set({ deletedAt: new Date() }).where(eq(receipts.id, id))
    await waitDays(29)
    expect(await sweep()).toBe(0)
    expect(await isShownTo(owner, one.id)).toBe(false)
    await db.delete(receipts).where(eq(receipts.id, id))
    expect(await sweep()).toBe(1)
    await db.delete(organization).where(eq(organization.id, acme.id))
    expect(await sweep()).toBe(1)
    expect(await storedIds(storage)).toEqual([])
  })
})

describe('a row', () => {
  test('takes an upload of its user and workspace, of the kind of the field, that no other row has', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const acme = await createOrganization(db, { owner: ada, member: ben })
    const [owner, member, personal] = [actorOf(ada, acme), actorOf(ben, acme), actorOf(ada)]
    const own = await scanBy(owner)
    await create(owner, { scan: own.id })
    const deleted = await scanBy(owner)
    const gone = await create(owner, { scan: deleted.id })
    await db.update(receipts).set({ deletedAt: new Date() }).where(eq(receipts.id, gone))
    const refused: [string, Partial<Fields>][] = [
      ['of another row', { scan: own.id }],
      ['of a row that can be restored', { scan: deleted.id }],
      ['of another member', { scan: (await scanBy(member)).id }],
      ['of another workspace', { scan: (await scanBy(personal)).id }],
      ['of the other kind', { scan: (await photoBy(owner)).id }],
      ['unknown', { photo: createId() }],
    ]
    for (const [why, fields] of refused)
      expect(await failureOf(create(owner, fields)), why).toMatchObject({
        kind: 'invalid',
        code: 'errors:fileMissing',
        params: { field: Object.keys(fields)[0] },
      })
    expect(await db.$count(receipts)).toBe(2)
  })

  test('takes only a PDF where it is declared so', async () => {
    const ada = actorOf(await createUser(db))
    const letters = defineAttachments({ table: receipts, fields: { scan: 'pdf' }, rule: access.get })
    const take = (scan: string) => db.transaction((tx) => letters.take(tx, ada, { row: { scan } }))
    const id = await create(ada, {})
    const put = async (file: { id: string }) => {
      await db.update(receipts).set({ scan: file.id }).where(eq(receipts.id, id))
      return outcomesOf([take(file.id)])
    }
    expect(await put(await scanBy(ada))).toEqual({ ok: 1 })
    expect(await put(await fileOf('Words', 'receipt.txt')(ada))).toEqual({ invalid: 1 })
  })

  test('gets an upload that several rows take at once, and they do not', async () => {
    const ada = actorOf(await createUser(db))
    const { id: scan } = await scanBy(ada)
    expect(await outcomesOf([1, 2, 3, 4].map(() => create(ada, { scan })))).toEqual({ ok: 1, invalid: 3 })
  })

  test('keeps the file that it has whoever writes it, and shows what is left of it', async () => {
    const { member, admin } = await createTeam(db)
    const [scan, photo] = [await scanBy(member), await photoBy(member)]
    const id = await create(member, { scan: scan.id, photo: photo.id })
    await update(admin, id, { scan: scan.id, photo: null })
    const rows = await db.select().from(receipts).where(eq(receipts.id, id))
    expect(await files.addTo(db, admin, rows)).toMatchObject([
      { id, files: { scan: { ...scan, url: `/api/files/attachments/${scan.id}` }, photo: null } },
    ])
    const stranger = actorOf(await createUser(db))
    expect(await files.addTo(db, stranger, rows)).toMatchObject([{ files: { scan: null } }])
  })

  test('decides who gets its file; before it has one, only who uploaded it does', async () => {
    const { owner, member, admin } = await createTeam(db)
    const stranger = actorOf(await createUser(db))
    const { id: scan } = await scanBy(member)
    const seenBy = (...actors: Actor[]) => Promise.all(actors.map((actor) => isShownTo(actor, scan)))
    const everybody = [member, admin, owner, stranger, anonymous]
    expect(await seenBy(...everybody)).toEqual([true, false, false, false, false])
    const id = await create(member, { scan })
    expect(await seenBy(...everybody)).toEqual([true, true, true, false, false])
    // Its rule: creators and admins. Whose upload it was does not count any more.
    await db.update(receipts).set({ createdById: owner.userId }).where(eq(receipts.id, id))
    expect(await seenBy(...everybody)).toEqual([false, true, true, false, false])
    await db.update(receipts).set({ deletedAt: new Date() }).where(eq(receipts.id, id))
    expect(await seenBy(...everybody)).toEqual([false, false, false, false, false])
    expect(await failureOf(getAttachment(contextOf(anonymous), { id: scan }))).toMatchObject({
      kind: 'unauthenticated',
    })
  })

  test('brings its files into the data export of its creator', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const scan = await scanBy(actorOf(ada))
    await create(actorOf(ada), { scan: scan.id })
    const deleted = await create(actorOf(ada), { photo: (await photoBy(actorOf(ada))).id })
    await db.update(receipts).set({ deletedAt: new Date() }).where(eq(receipts.id, deleted))
    expect(await files.exportOf(db, ada.id, 'receipts')).toEqual([
      { path: `receipts/${scan.id}-receipt.pdf`, fileId: scan.id, sizeBytes: scan.sizeBytes },
    ])
    expect(await files.exportOf(db, ben.id, 'receipts')).toEqual([])
  })
})

describe('an upload is rejected', () => {
  const field = { field: 'file' }
  test.each([
    { why: 'of a type that no field takes', content: 'MZ', name: 'setup.exe', code: 'errors:wrongFileType' },
    { why: 'of no type', content: pdf, name: 'receipt', code: 'errors:wrongFileType' },
    {
      why: 'whose name is like an object’s',
      content: pdf,
      name: 'receipt.constructor',
      code: 'errors:wrongFileType',
    },
    {
      why: 'whose content is not what its name says',
      content: 'just text',
      name: 'receipt.pdf',
      code: 'errors:wrongFileType',
    },
    { why: 'whose name hides its content', content: pdf, name: 'receipt.txt', code: 'errors:wrongFileType' },
    { why: 'that is no text', content: 'a\u0000b', name: 'receipt.txt', code: 'errors:wrongFileType' },
    { why: 'that is empty', content: '', name: 'receipt.txt', code: 'errors:emptyFile' },
  ])('$why', async ({ content, name, code }) => {
    const ada = actorOf(await createUser(db))
    expect(await failureOf(fileOf(content, name)(ada))).toMatchObject({
      kind: 'invalid',
      code,
      params: field,
    })
  })

  test('that is too large, no picture, or the 201st of a day', async () => {
    const ada = actorOf(await createUser(db))
    const large = new Uint8Array(FILE_MAX_BYTES + 1)
    expect(await failureOf(fileOf(large)(ada))).toMatchObject({
      kind: 'too_large',
      params: { ...field, maxMegabytes: 20 },
    })
    const noPicture = uploadImage(contextOf(ada), { file: new File([pdf], 'receipt.png') })
    expect(await failureOf(noPicture)).toMatchObject({ code: 'errors:notAnImage', params: field })
    await db.execute(
      sql`update limit_counter set count = ${UPLOADS_PER_DAY} where key like 'attachments.upload:%'`,
    )
    expect(await failureOf(scanBy(ada))).toMatchObject({ kind: 'limit' })
    expect(await failureOf(scanBy(anonymous))).toMatchObject({ kind: 'unauthenticated' })
  })
})

test('a name stays as it was, on one line, without a path and hidden characters', async () => {
  const ada = actorOf(await createUser(db))
  const nameOf = async (name: string) => (await fileOf(pdf, name)(ada)).name
  expect(await nameOf('../../etc/a\nb.pdf')).toBe('a b.pdf')
  expect(await nameOf('AC\\DC "12".pdf')).toBe('AC\\DC "12".pdf')
  expect(await nameOf('annex\u202e.pdf')).toBe('annex.pdf')
  expect(await nameOf('.pdf.pdf')).toBe('.pdf.pdf')
  await expect(nameOf(`${'x'.repeat(300)}.pdf`)).rejects.toMatchObject({ code: 'errors:tooLong' })
})

test('an upload leaves nothing when its organization or its user is deleted meanwhile', async () => {
  const place = { db, connection, storage }
  await deleteDuringUpload(place, ['organization', 'user'], ({ actor }) => scanBy(actor))
  await deleteDuringUpload(place, ['organization', 'user'], ({ actor }) => photoBy(actor))
})
