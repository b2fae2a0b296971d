import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { organization } from '@plinth/core/database/server'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { type Storage, file } from '@plinth/core/files/server'
import { oneFile } from '@plinth/core/client'
import { sweepFilesOf } from '@plinth/core/internal/storage/sweep-files.server.ts'
import { openTestStorage, storedIds } from '@plinth/testing/test-storage.ts'
import { pdfOf, textFile } from '../tests/document-files.ts'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { deleteDuringUpload } from '@plinth/testing/delete-during-upload.ts'
import { deleteWhile } from '@plinth/testing/delete-while.ts'
import { actorOf, countAttempts, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { sellPlan } from '@plinth/testing/sell-plan.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { deleteDocument } from './delete-document.server.ts'
import { documentFiles, sweepDocuments } from './document-files.server.ts'
import { documentMaxMegabytes } from '../documents-limits.ts'
import { listDocumentsInput } from '../documents.schema.ts'
import { documentChunks, documentPages, documents } from './documents.table.server.ts'
import { indexDocumentJob } from './index-document.server.ts'
import { listDocuments } from './list-documents.server.ts'
import { getDocument, readDocument } from './read-document.server.ts'
import { reindexDocument } from './reindex-document.server.ts'
import { uploadDocument, UPLOADS_PER_DAY } from './upload-document.server.ts'
import { writeIndex } from './write-index.server.ts'

const database = await openTestDatabase()
const { db, pool, connection } = database
const folder = await mkdtemp(path.join(tmpdir(), 'plinth-documents-'))
const storage = await openTestStorage(folder)
const job = indexDocumentJob({ storage, embedding: undefined })

beforeAll(() => prepareJobs({ pool, jobs: [job] }))
afterAll(() => rm(folder, { recursive: true, force: true }))

const contextOf = (actor: Actor, parts: { storage?: Storage } = {}) =>
  makeContext(db, actor, { storage, ...parts })
const upload = (
  actor: Actor,
  bytes: Uint8Array<ArrayBuffer> = textFile('The harbour was built in 1902.'),
  name = 'port.txt',
) => uploadDocument(contextOf(actor), { file: new File([bytes], name) })
const run = (id: string, { revision = 1, attempt = 1, with: other = job } = {}) =>
  other.handler(
    { db, log: testLog, signal: new AbortController().signal, attempt },
    { documentId: id, revision },
  )
const get = (actor: Actor, id: string) => getDocument(contextOf(actor), { id })
const rowOf = async (id: string) => (await db.select().from(documents).where(eq(documents.id, id)))[0]
const chunksOf = (id: string) => db.select().from(documentChunks).where(eq(documentChunks.documentId, id))
const filesBy = (userId: string) => db.select().from(file).where(eq(file.uploadedById, userId))
const times = <T>(number: number, work: (at: number) => T) =>
  Array.from({ length: number }, (_, at) => work(at))
const longText = textFile(times(60_000, (at) => `Sentence ${at} tells of the harbour.`).join(' '))

const sweep = async () => {
  await sweepDocuments(db)
  return sweepFilesOf({ db, storage, log: testLog }, documentFiles)
}
const storedFiles = () => storedIds(storage)

test('twenty uploads at a time do not pass what the plan has room for, and all can be read', async () => {
  const { member } = await createTeam(db)
  sellPlan({ documents: 3 })
  expect(await outcomesOf(times(20, () => upload(member)))).toEqual({ ok: 3, conflict: 17 })
  expect(await failureOf(upload(member))).toMatchObject({ code: 'errors:planFull', params: { max: 3 } })
  const { items } = await listDocuments(contextOf(member), listDocumentsInput.parse({}))
  expect(items).toHaveLength(3)
  await deleteDocument(contextOf(member), { id: items[0]?.id ?? '' })
  await upload(member)
})

describe('an uploaded document', () => {
  test('is queued, parsed and indexed, and can be listed and read by everyone in its workspace', async () => {
    const { member, admin } = await createTeam(db)
    const { id } = await upload(
      member,
      pdfOf([['The harbour was built in 1902.'], ['It was closed in 1970.']]),
      '../../Port history.pdf',
    )
    expect(await get(admin, id)).toMatchObject({
      id,
      name: 'Port history.pdf',
      format: 'pdf',
      status: 'queued',
      error: null,
      pages: null,
    })
    await run(id)
    expect(await get(admin, id)).toMatchObject({
      status: 'ready',
      error: null,
      pages: 2,
      language: 'en',
      createdBy: { id: member.userId },
    })
    expect((await listDocuments(contextOf(admin), listDocumentsInput.parse(undefined))).items).toMatchObject([
      { id, status: 'ready' },
    ])
    expect(await readDocument(contextOf(admin), { id, page: 2, around: 0 })).toEqual({
      id,
      name: 'Port history.pdf',
      page: 2,
      pages: 2,
      start: 0,
      length: 22,
      text: 'It was closed in 1970.',
      headings: [],
    })
    expect(await auditOf(db, id)).toMatchObject([{ action: 'document.upload', actorId: member.userId }])
  })

  test('is listed page by page, newest first', async () => {
    const { member } = await createTeam(db)
    const ids = []
    for (const at of times(3, (index) => index))
      ids.unshift((await upload(member, textFile(`Text ${at}`))).id)
    const first = await listDocuments(contextOf(member), listDocumentsInput.parse({ limit: 2 }))
    const second = await listDocuments(
      contextOf(member),
      listDocumentsInput.parse({ limit: 2, cursor: first.nextCursor }),
    )
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
  })

  test('is read with its headings and their levels', async () => {
    const { member } = await createTeam(db)
    const text = '# Port\n\n## Crane\n\nIt lifts.\n\nCrane\n\n## Quay\n\nIt holds.'
    const { id } = await upload(member, textFile(text), 'port.md')
    await run(id)
    const read = await readDocument(contextOf(member), { id, page: 1, around: 0 })
    expect(
      read.headings.map(({ start, level }) => [level, read.text.slice(start).split('\n', 1)[0]]),
    ).toEqual([
      [1, 'Port'],
      [2, 'Crane'],
      [2, 'Quay'],
    ])
    expect(read.headings[1]?.start).toBe(6)
  })

  test('longer than the window is read around the requested offset', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member, textFile(times(4_000, (at) => `Sentence ${at}.`).join(' ')))
    await run(id)
    const chunk = (await chunksOf(id)).at(-1)
    const { start, text } = await readDocument(contextOf(member), { id, page: 1, around: chunk?.start ?? 0 })
    expect(text.length).toBe(20_000)
    expect(text.slice((chunk?.start ?? 0) - start, (chunk?.end ?? 0) - start)).toBe(chunk?.text)
  })
})

describe('an upload is rejected and leaves no file behind', () => {
  const big = new Uint8Array(documentMaxMegabytes.text * 1024 * 1024 + 1).fill(0x20)
  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    [
      'when it is a picture',
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]),
      'documents:errors.wrongType',
    ],
    ['when it is empty', new Uint8Array(), 'errors:emptyFile'],
    ['when it is too large for its format', big, 'errors:fileTooLarge'],
  ])('%s', async (_, bytes, code) => {
    const { member } = await createTeam(db)
    const before = await storedFiles()
    expect(await failureOf(upload(member, bytes, 'a.txt'))).toMatchObject({ code, params: { field: 'file' } })
    expect(await filesBy(member.userId)).toEqual([])
    expect(await storedFiles()).toEqual(before)
  })

  test('when writing to the audit log or to the disk fails', async () => {
    const { member } = await createTeam(db)
    const before = await storedFiles()
    await whileAuditFails(db, () => expect(upload(member)).rejects.toThrow())
    const full = { ...storage, put: () => Promise.reject(new Error('The disk is full')) }
    await expect(
      uploadDocument(contextOf(member, { storage: full }), { file: new File(['x'], 'a.txt') }),
    ).rejects.toThrow('full')
    expect(await filesBy(member.userId)).toEqual([])
    expect(await storedFiles()).toEqual(before)
  })

  test('when the form contains anything but one file', () => {
    const form = (...entries: [string, string | File][]) => {
      const made = new FormData()
      for (const [name, value] of entries) made.append(name, value as string)
      return oneFile.safeParse(made).success
    }
    const one = new File(['x'], 'a.txt')
    expect([
      form(['file', one]),
      form(),
      form(['file', 'x']),
      form(['file', one], ['file', one]),
      form(['file', one], ['id', 'x']),
    ]).toEqual([true, false, false, false, false])
  })

  test('from the 101st attempt of a day, also in parallel', async () => {
    const { member, admin } = await createTeam(db)
    await countAttempts(db, `documents.upload:${member.userId}`, UPLOADS_PER_DAY - 10)
    expect(await outcomesOf(times(20, () => upload(member)))).toEqual({ ok: 10, limit: 10 })
    expect(await filesBy(member.userId)).toHaveLength(10)
    await upload(admin)
  })
})

describe('a document that cannot be indexed', () => {
  test('because of its content fails with the reason, has no passages, and can be reindexed', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member, pdfOf([[]]), 'scan.pdf')
    await run(id)
    expect(await get(member, id)).toMatchObject({
      status: 'failed',
      error: 'documents:problems.scanned',
      pages: null,
    })
    expect(await chunksOf(id)).toEqual([])
    await reindexDocument(contextOf(member), { id })
    expect(await get(member, id)).toMatchObject({ status: 'queued', error: null })
    await run(id, { revision: 2 })
    expect(await get(member, id)).toMatchObject({ status: 'failed', error: 'documents:problems.scanned' })
  })

  test('for any other reason is retried, and fails only after the last attempt', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member)
    const away = indexDocumentJob({
      storage: { ...storage, open: () => Promise.reject(new Error('The disk is away')) },
      embedding: undefined,
    })
    await expect(run(id, { with: away })).rejects.toThrow('away')
    expect(await rowOf(id)).toMatchObject({ status: 'parsing', error: null })
    await expect(run(id, { with: away, attempt: 3 })).rejects.toThrow('away')
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'errors:unexpected' })
    // An administrator has its job tried again.
    const open: Storage['open'] = async (fileId) => {
      expect(await rowOf(id)).toMatchObject({ status: 'parsing', error: null })
      return storage.open(fileId)
    }
    const back = indexDocumentJob({ storage: { ...storage, open }, embedding: undefined })
    await run(id, { with: back, attempt: 4 })
    expect(await rowOf(id)).toMatchObject({ status: 'ready', error: null, chunks: 1 })
  })

  test('because its file is missing fails with that reason', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member)
    await storage.delete((await rowOf(id))?.fileId ?? '')
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'documents:problems.fileMissing' })
  })
})

describe('access', () => {
  test('anonymous callers are unauthenticated, and other workspaces get not_found', async () => {
    const { member } = await createTeam(db)
    const { member: foreign } = await createTeam(db)
    const { id } = await upload(member)
    await run(id)
    const calls = (actor: Actor) => [
      get(actor, id),
      readDocument(contextOf(actor), { id, page: 1, around: 0 }),
      deleteDocument(contextOf(actor), { id }),
      reindexDocument(contextOf(actor), { id }),
    ]
    expect(await outcomesOf(calls(anonymous))).toEqual({ unauthenticated: 4 })
    expect(await outcomesOf(calls(foreign))).toEqual({ not_found: 4 })
    expect(
      await outcomesOf(calls({ ...member, workspace: { organizationId: null, role: 'owner' } })),
    ).toEqual({ not_found: 4 })
    expect(await outcomesOf([upload(anonymous)])).toEqual({ unauthenticated: 1 })
    expect(await get(member, id)).toMatchObject({ status: 'ready' })
  })

  test('members delete and reindex their own documents, admins all of them', async () => {
    const { organization: acme, member, admin, owner } = await createTeam(db)
    const other = { ...member, userId: (await createUser(db)).id }
    expect(acme.id).toBe(other.workspace.organizationId)
    const { id } = await upload(owner)
    expect(
      await outcomesOf([
        deleteDocument(contextOf(member), { id }),
        reindexDocument(contextOf(member), { id }),
      ]),
    ).toEqual({ forbidden: 2 })
    await reindexDocument(contextOf(admin), { id })
    await deleteDocument(contextOf(admin), { id })
    const { id: own } = await upload(member)
    await deleteDocument(contextOf(member), { id: own })
  })
})

describe('a deleted document', () => {
  test('leaves no file, text or passage behind', async () => {
    const { member } = await createTeam(db)
    const before = await storedFiles()
    const { id } = await upload(member)
    await run(id)
    await deleteDocument(contextOf(member), { id })
    expect(await rowOf(id)).toBeUndefined()
    expect(await chunksOf(id)).toEqual([])
    expect(await db.select().from(documentPages).where(eq(documentPages.documentId, id))).toEqual([])
    expect(await filesBy(member.userId)).toEqual([])
    expect(await storedFiles()).toEqual(before)
    expect((await auditOf(db, id)).map(({ action }) => action)).toEqual([
      'document.upload',
      'document.delete',
    ])
  })

  test('is not restored by running indexing', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member, longText)
    const running = run(id)
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ status: 'parsing' }), 30_000)
    await deleteDocument(contextOf(member), { id })
    await running
    expect(await chunksOf(id)).toEqual([])
  })

  test('is deleted once by two parallel calls', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member)
    expect(
      await outcomesOf([
        deleteDocument(contextOf(member), { id }),
        deleteDocument(contextOf(member), { id }),
      ]),
    ).toEqual({ ok: 1, not_found: 1 })
  })
})

describe('indexing', () => {
  test('by two workers in parallel writes each passage once; an outdated order writes nothing', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member)
    await Promise.all([run(id), run(id)])
    expect(await chunksOf(id)).toHaveLength(1)
    await reindexDocument(contextOf(member), { id })
    await run(id, { revision: 1 })
    expect(await rowOf(id)).toMatchObject({ status: 'queued', revision: 2 })
    await run(id, { revision: 2 })
    expect(await rowOf(id)).toMatchObject({ status: 'ready', chunks: 1, words: 6 })
  })

  test('writes nothing if a new order arrives after the file was parsed', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member)
    await reindexDocument(contextOf(member), { id })
    const chunks = [{ page: 1, start: 0, end: 3, heading: '', text: 'Old' }]
    await writeIndex(
      db,
      { documentId: id, revision: 1 },
      { pages: ['Old'], chunks, language: 'en', unread: {} },
    )
    expect(await chunksOf(id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'queued', revision: 2, pages: null })
  })

  test('and the deletion of the organization do not wait for each other', async () => {
    const { member, organization: acme } = await createTeam(db)
    const { id } = await upload(member)
    const chunks = [{ page: 1, start: 0, end: 3, heading: '', text: 'Old' }]
    await deleteWhile(connection, { kind: 'organization', id: acme.id }, () =>
      writeIndex(db, { documentId: id, revision: 1 }, { pages: ['Old'], chunks, language: 'en', unread: {} }),
    )
    expect(await chunksOf(id)).toEqual([])
    // Left for the sweep.
    await db.delete(file).where(eq(file.uploadedById, member.userId))
  })

  test('that is killed halfway writes nothing, and the next run writes everything', async () => {
    const { member } = await createTeam(db)
    const { id } = await upload(member)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(77)')
    await db.execute(
      sql`create function hold_chunk() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(77); return new; end $$`,
    )
    await db.execute(
      sql`create trigger hold_chunk after insert on document_chunk for each row execute function hold_chunk()`,
    )
    const order = { documentId: id, revision: 1 }
    const child = spawn(
      process.execPath,
      ['src/features/documents/tests/index-child.ts', JSON.stringify({ connection, folder, order })],
      { stdio: 'ignore' },
    )
    const waiting = sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = 77 and not granted`
    await vi.waitFor(async () => expect((await db.execute(waiting)).rows).toEqual([{ waiting: 1 }]), 30_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    holder.release(true)
    await db.execute(sql`drop trigger hold_chunk on document_chunk`)
    expect(await rowOf(id)).toMatchObject({ status: 'indexing', chunks: 0 })
    expect(await chunksOf(id)).toEqual([])
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'ready', chunks: 1 })
  })
})

test('the sweep deletes files of deleted workspaces and aborted uploads, and fails documents whose job was lost', async () => {
  const { organization: acme, member } = await createTeam(db)
  const kept = actorOf(await createUser(db))
  const [{ id: parsing }, { id: queued }, { id: patient }] = [
    await upload(kept),
    await upload(kept),
    await upload(kept),
  ]
  await upload(member)
  await db.delete(organization).where(eq(organization.id, acme.id))
  await db.execute(
    sql`delete from pgboss.job where data ->> 'documentId' = any(${sql.param([parsing, queued])}::text[])`,
  )
  await db.update(documents).set({ status: 'parsing' }).where(eq(documents.id, parsing))
  const before = await rowOf(queued)
  expect(await sweep()).toBe(0)
  expect(await rowOf(queued)).toEqual(before)
  await db.update(documents).set({ updatedAt: sql`now() - interval '61 minutes'` })
  expect(await sweep()).toBe(0)
  await db.update(file).set({ createdAt: sql`now() - interval '61 minutes'` })
  expect(await sweep()).toBe(1)
  expect(await filesBy(member.userId)).toEqual([])
  expect(await filesBy(kept.userId)).toHaveLength(3)
  for (const id of [parsing, queued])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'documents:problems.interrupted' })
  expect(await rowOf(patient)).toMatchObject({ status: 'queued', error: null })
})

test('an upload leaves nothing when its organization or its user is deleted meanwhile', () =>
  deleteDuringUpload({ db, connection, storage }, ['organization', 'user'], ({ actor }) => upload(actor)))
