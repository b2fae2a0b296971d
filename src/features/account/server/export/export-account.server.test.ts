import { eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { session, user } from '@plinth/core/database/server'
import { deliverMail } from '@plinth/core/mail/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { type JobContext, defineJob } from '@plinth/core/jobs/server'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { type Storage, type StoredFile, file } from '@plinth/core/files/server'
import { sweepFilesOf } from '@plinth/core/internal/storage/sweep-files.server.ts'
import { createId } from '@plinth/core/schema'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createUser, type TestUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { brandSlug } from '#/brand.ts'
import { accountExport } from './account-export.table.server.ts'
import { downloadExport } from './download-export.server.ts'
import { exportAccount, EXPORTS_PER_DAY } from './export-account.server.ts'
import { exportAccountJob } from './export-account-job.server.ts'
import type { ExportContent } from './export-entry.server.ts'
import { EXPORT_FILE, makeExport } from './export-order.server.ts'
import { latestExport } from './latest-export.server.ts'
import { exportFiles, sweepExports } from './sweep-exports.server.ts'
import { preferred } from '@plinth/testing/languages.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const { storage } = makeContext(db, anonymous)
beforeAll(() =>
  prepareJobs({
    pool,
    jobs: [
      defineJob({ ...makeExport, handler: async () => {} }),
      defineJob({ ...deliverMail, handler: async () => {} }),
    ],
  }),
)

const ask = (actor: Actor) => exportAccount(makeContext(db, actor))
const latest = (actor: Actor) => latestExport(makeContext(db, actor))
const download = (actor: Actor, id: string) => downloadExport(makeContext(db, actor), { id })
const sweep = async () => {
  await sweepExports(db)
  await db.execute(sql`update file set created_at = now() - interval '61 minutes'`)
  await sweepFilesOf({ db, storage, log: testLog }, exportFiles)
}
const queued = async (exportId: string) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from pgboss.job where name = ${makeExport.name} and data->>'exportId' = ${exportId}`,
    )
  ).rows[0]?.count

/** Runs the job as the queue would, with the given attempt. */
const run = (
  exportId: string,
  { attempt = 1, from = storage }: { attempt?: number; from?: Storage } = {},
) => {
  const context: JobContext = { db, log: testLog, signal: new AbortController().signal, attempt }
  return exportAccountJob({ storage: from, content }).handler(context, { exportId })
}

const bytesOf = async (stored: StoredFile) => new Response(stored.stream()).bytes()
const mailsTo = async ({ email }: TestUser) => db.select().from(mail).where(eq(mail.to, email))
const filesOf = (userId: string) =>
  db.$count(file, sql`${file.uploadedById} = ${userId} and ${file.purpose} = ${EXPORT_FILE}`)

/** The content of an export; the composition root provides more. */
const content: ExportContent = async (_db, userId) => [
  { path: 'profile.json', object: { userId } },
  { path: 'posts.json', rows: [{ title: 'Über alles' }, { title: 'Two' }] },
  { path: 'none.json', rows: [] },
  { path: '../secret/nul/a.txt', fileId: 'nosuchfile1', sizeBytes: 1 },
  ...(await storedFiles()),
]

async function storedFiles() {
  const fileId = createId()
  await storage.put(fileId, Buffer.from('words'))
  return ['documents/a.txt', 'documents/A.txt', '../con.txt'].map((path) => ({ path, fileId, sizeBytes: 5 }))
}

describe('a data export', () => {
  test('contains rows, objects and files under names that every system can unpack, and lists missing files', async () => {
    const actor = actorOf(await createUser(db))
    const { id, status } = await ask(actor)
    expect(status).toBe('running')
    await run(id)
    const unpacked = Object.entries(unzipSync(await bytesOf((await download(actor, id)).stored))).map(
      ([name, bytes]) => [name, strFromU8(bytes)] as const,
    )
    expect(
      Object.fromEntries(
        unpacked.map(([name, text]) => [name, name.endsWith('.json') ? JSON.parse(text) : text]),
      ),
    ).toEqual({
      'profile.json': { userId: actor.userId },
      'posts.json': [{ title: 'Über alles' }, { title: 'Two' }],
      'none.json': [],
      'documents/a.txt': 'words',
      'documents/A (2).txt': 'words',
      '_/_con.txt': 'words',
      'files-not-enclosed.json': ['../secret/nul/a.txt'],
    })
  })

  test('is announced by one mail, in the language of the user', async () => {
    const ada = await createUser(db, { language: preferred('de') })
    const { id } = await ask(actorOf(ada))
    await Promise.all([run(id), run(id)])
    await run(id)
    expect(await mailsTo(ada)).toMatchObject([{ template: 'exportReady', language: preferred('de') }])
    expect((await mailsTo(ada))[0]?.links[0]).toMatch(/\/dashboard\/settings-enhanced\?tab=export$/)
    expect(await latest(actorOf(ada))).toMatchObject({ id, status: 'ready' })
  })

  test('is created once for concurrent requests, and again when requested after it is done', async () => {
    const actor = actorOf(await createUser(db))
    const answers = await Promise.all([ask(actor), ask(actor), ask(actor), ask(actor)])
    const [first] = answers
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    // Repeated requests don't count against the limit.
    for (let count = 0; count <= EXPORTS_PER_DAY; count++) expect((await ask(actor)).id).toBe(first?.id)
    expect(await queued(first?.id ?? '')).toBe(1)
    expect((await auditOf(db, actor.userId)).map(({ action }) => action)).toEqual(['user.export'])
    await run(first?.id ?? '')
    expect((await ask(actor)).id).not.toBe(first?.id)
  })

  test('is limited per day', async () => {
    const actor = actorOf(await createUser(db))
    for (let count = 0; count < EXPORTS_PER_DAY; count++) await run((await ask(actor)).id)
    expect(await outcomesOf([ask(actor)])).toEqual({ limit: 1 })
  })

  test('belongs to its owner: visitors, other users and an impersonating admin get nothing', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const { id } = await ask(actorOf(ada))
    await run(id)
    const borrowed = { ...actorOf(ada), impersonatedBy: ben.id }
    expect(await failureOf(download(anonymous, id))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(download(actorOf(ben), id))).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(download(actorOf(ada), 'unknown'))).toMatchObject({ kind: 'not_found' })
    for (const act of [download(borrowed, id), ask(borrowed), latest(borrowed)])
      expect(await failureOf(act)).toMatchObject({ kind: 'forbidden' })
    expect(await latest(actorOf(ben))).toBeNull()
  })

  test('expires, and its file is deleted', async () => {
    const actor = actorOf(await createUser(db))
    const { id } = await ask(actor)
    await run(id)
    await sweep()
    expect((await download(actor, id)).name).toMatch(new RegExp(`^${brandSlug}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
    const [row] = await db.select().from(accountExport).where(eq(accountExport.id, id))
    expect((row?.expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await db.update(accountExport).set({ expiresAt: new Date() }).where(eq(accountExport.id, id))
    expect(await failureOf(download(actor, id))).toMatchObject({ kind: 'not_found' })
    expect(await latest(actor)).toMatchObject({ status: 'expired' })
    await sweep()
    expect([await filesOf(actor.userId), await storage.open(row?.fileId ?? '')]).toEqual([0, undefined])
  })
})

describe('a job that fails', () => {
  const broken: Storage = { ...storage, put: () => Promise.reject(new Error('the disk is full')) }
  const failForGood = (id: string) =>
    expect(run(id, { from: broken, attempt: 3 })).rejects.toThrow('the disk is full')

  test('is retried and leaves no file; after the last attempt another export can be requested', async () => {
    const ada = await createUser(db)
    const { id } = await ask(actorOf(ada))
    await expect(run(id, { from: broken })).rejects.toThrow('the disk is full')
    expect((await ask(actorOf(ada))).id).toBe(id)
    await failForGood(id)
    expect(await latest(actorOf(ada))).toMatchObject({ status: 'failed' })
    expect(await mailsTo(ada)).toEqual([])
    expect(await filesOf(ada.id)).toBe(0)
    expect((await ask(actorOf(ada))).id).not.toBe(id)
    // Tried again by an administrator: the user waits for the other one.
    await run(id, { attempt: 4 })
    expect(await mailsTo(ada)).toEqual([])
  })

  test('and is tried again by an administrator is done, and not lost while its job waits', async () => {
    const ada = await createUser(db)
    const { id } = await ask(actorOf(ada))
    await failForGood(id)
    await db
      .update(accountExport)
      .set({ createdAt: new Date(Date.now() - 3 * 3_600_000) })
      .where(eq(accountExport.id, id))
    const sweeping: Storage = {
      ...storage,
      put: async (fileId, bytes) => {
        await sweep()
        await storage.put(fileId, bytes)
      },
    }
    await run(id, { attempt: 4, from: sweeping })
    expect(await latest(actorOf(ada))).toMatchObject({ id, status: 'ready' })
    expect(await mailsTo(ada)).toMatchObject([{ template: 'exportReady' }])
  })

  test('because its mail cannot be written does not complete the export', async () => {
    const ada = await createUser(db, { email: 'no address' })
    const { id } = await ask(actorOf(ada))
    await expect(run(id)).rejects.toThrow()
    expect(await latest(actorOf(ada))).toMatchObject({ status: 'running' })
  })

  test('or was lost does not block the next export', async () => {
    const actor = actorOf(await createUser(db))
    const { id } = await ask(actor)
    await db
      .update(accountExport)
      .set({ createdAt: new Date(Date.now() - 3 * 3_600_000) })
      .where(eq(accountExport.id, id))
    await sweep()
    expect((await ask(actor)).id).toBe(id)
    await db.execute(sql`delete from pgboss.job where data ->> 'exportId' = ${id}`)
    await sweep()
    expect((await ask(actor)).id).not.toBe(id)
  })

  test('does nothing for a deleted account', async () => {
    const ada = await createUser(db)
    const { id } = await ask(actorOf(ada))
    await db.delete(session).where(eq(session.userId, ada.id))
    await db.delete(user).where(eq(user.id, ada.id))
    await run(id)
    expect(await filesOf(ada.id)).toBe(0)
  })
})
