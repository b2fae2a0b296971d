import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Actor } from '@plinth/core/access'
import type { Embedding } from '@plinth/core/server'
import { createModels } from '@plinth/core/internal/ai/models.server.ts'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { createDiskStorage } from '@plinth/core/internal/storage/storage.server.ts'
import { textFile } from '../../tests/document-files.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { startModelServer, type ModelServer, type Turn } from '@plinth/testing/servers/model-server.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { deleteDocument } from '../delete-document.server.ts'
import { searchDocumentsInput } from '#/features/documents/documents.schema.ts'
import { documents, documentVectors } from '../documents.table.server.ts'
import { indexDocumentJob } from '../index-document.server.ts'
import { listDocuments } from '../list-documents.server.ts'
import { getDocument } from '../read-document.server.ts'
import { reindexDocument } from '../reindex-document.server.ts'
import { findNearest, hasPgvector } from '../retrieval/find-nearest.server.ts'
import { searchDocuments } from '../search-documents.server.ts'
import { uploadDocument } from '../upload-document.server.ts'
import { embedDocumentJob } from './embed-document.server.ts'

const { db, pool } = await openTestDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'plinth-vectors-'))
const storage = createDiskStorage(folder)
const isAvailable = await db.execute(sql`select 1 from pg_available_extensions where name = 'vector'`)

let server: ModelServer
let embedding: Embedding
let another: Embedding

beforeAll(async () => {
  server = await startModelServer({
    meanings: [
      ['automobile', 'automobiles', 'car', 'auto'],
      ['physician', 'doctor', 'arzt'],
    ],
  })
  embedding = await open('test-embeddings')
  another = await open('other-embeddings')
  await prepareJobs({
    pool,
    jobs: [indexDocumentJob({ storage, embedding }), embedDocumentJob({ embedding })],
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(name: string): Promise<Embedding> {
  const models = await createModels({
    env: { AI_EMBEDDING_MODEL: `compatible:${name}@${server.url}` },
    log: testLog,
  })
  if (!models.embedding) throw new Error('The settings name an embedding model')
  return models.embedding
}

type With = { embedding?: Embedding | undefined }
const contextOf = (actor: Actor, parts: With = { embedding }) =>
  makeContext(db, actor, { storage, embedding: undefined, ...parts })
const search = (actor: Actor, query: string, parts?: With) =>
  searchDocuments(contextOf(actor, parts), searchDocumentsInput.parse({ query }))
const running = () => ({ db, log: testLog, signal: new AbortController().signal, attempt: 1 })
const run = (documentId: string, { revision = 1, ...parts }: With & { revision?: number } = { embedding }) =>
  indexDocumentJob({ storage, embedding: undefined, ...parts }).handler(running(), { documentId, revision })
const runRest = (documentId: string, revision = 1) =>
  embedDocumentJob({ embedding }).handler(running(), { documentId, revision })
const vectorsOf = (id: string) => db.select().from(documentVectors).where(eq(documentVectors.documentId, id))
const failing: Turn = { fail: { status: 503, body: { error: { message: 'secret words' } } } }

async function add(actor: Actor, text: string, parts?: With): Promise<string> {
  const { id } = await uploadDocument(contextOf(actor), { file: new File([textFile(text)], 'a.md') })
  await run(id, parts)
  return id
}
async function restWaiting(id: string): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pgboss.job where name = 'embed-document' and data->>'documentId' = ${id} and start_after > now()`,
  )
  return rows.length
}

const inspected = 'Every automobile is inspected in May.'
const question = 'When does my car get checked?'

describe('with an embedding model a passage', () => {
  test('that shares no word with the question is found by meaning, with confidence possible', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected)
    await add(member, 'Lunch is served at noon.')
    expect(await search(member, question)).toMatchObject({
      items: [{ documentId: id, text: inspected }],
      confidence: 'possible',
    })
    expect(await search(member, question, {})).toEqual({ items: [], confidence: 'none' })
  })

  test('that matches by words and by meaning ranks above passages that match by one of them', async () => {
    const { member } = await createTeam(db)
    const both = await add(member, 'A car is checked in May by the workshop.')
    const meaning = await add(member, inspected)
    const words = await add(member, 'The list is checked by everybody who gets one in May.')
    const { items, confidence } = await search(member, 'Which car is checked in May?')
    expect(items[0]).toMatchObject({ documentId: both, score: 1 })
    expect(items.map(({ documentId }) => documentId).toSorted()).toEqual([both, meaning, words].toSorted())
    expect(items.every(({ score }) => score > 0 && score <= 1)).toBe(true)
    expect(confidence).toBe('answer')
  })

  test('with another meaning is not found, and the confidence is none', async () => {
    const { member } = await createTeam(db)
    await add(member, inspected)
    expect(await search(member, 'Who is the doctor on duty?')).toEqual({ items: [], confidence: 'none' })
  })

  test('of another workspace is not found', async () => {
    const { member } = await createTeam(db)
    const { member: foreign } = await createTeam(db)
    const personal: Actor = { ...member, workspace: { organizationId: null, role: 'owner' } }
    await add(foreign, inspected)
    await add(personal, inspected)
    const own = await add(member, 'The physician comes on Mondays.')
    expect(await search(member, question)).toEqual({ items: [], confidence: 'none' })
    expect((await search(member, 'Wann kommt der Arzt?')).items).toMatchObject([{ documentId: own }])
    expect((await search(personal, question)).items).toHaveLength(1)
  })
})

describe('vectors', () => {
  test('are only compared within one model: after a change, only words match until a reindex', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected)
    expect(await search(member, question, { embedding: another })).toEqual({ items: [], confidence: 'none' })
    expect((await search(member, 'inspected in May', { embedding: another })).items).toMatchObject([
      { documentId: id },
    ])
    await reindexDocument(contextOf(member), { id })
    await run(id, { revision: 2, embedding: another })
    expect(await vectorsOf(id)).toMatchObject([{ model: 'compatible:other-embeddings' }])
    expect((await search(member, question, { embedding: another })).items).toMatchObject([{ documentId: id }])
    expect((await search(member, question)).items).toEqual([])
  })

  test('of another size, left by a model that changed under the same name, are ignored', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected)
    await add(member, 'The car park is closed.')
    await db
      .update(documentVectors)
      .set({ vector: [0.6, 0.8], signs: '11' })
      .where(eq(documentVectors.documentId, id))
    expect((await search(member, question)).items).toMatchObject([{ text: 'The car park is closed.' }])
  })

  test('are deleted with their document and replaced when it is reindexed', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected)
    expect(await vectorsOf(id)).toHaveLength(1)
    await reindexDocument(contextOf(member), { id })
    await run(id, { revision: 2 })
    expect(await vectorsOf(id)).toEqual([])
    expect(await search(member, question)).toEqual({ items: [], confidence: 'none' })
    await reindexDocument(contextOf(member), { id })
    await run(id, { revision: 3, embedding })
    expect(await vectorsOf(id)).toHaveLength(1)
    await deleteDocument(contextOf(member), { id })
    expect(await vectorsOf(id)).toEqual([])
  })

  test('of a document indexed without a model are created when it is reindexed', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected, {})
    expect(await vectorsOf(id)).toEqual([])
    expect(await restWaiting(id)).toBe(0)
    await reindexDocument(contextOf(member), { id })
    await run(id, { revision: 2, embedding })
    expect((await search(member, question)).items).toMatchObject([{ documentId: id }])
  })
})

describe('while the provider is down', () => {
  test('a document becomes ready for full-text search, and its vectors are created later', async () => {
    const { member } = await createTeam(db)
    server.script(failing)
    const id = await add(member, inspected)
    expect(await getDocument(contextOf(member), { id })).toMatchObject({ status: 'ready', error: null })
    expect(await vectorsOf(id)).toEqual([])
    expect(await restWaiting(id)).toBe(1)
    expect((await search(member, 'inspected in May')).items).toMatchObject([{ documentId: id }])
    server.script(failing)
    await expect(runRest(id)).rejects.toMatchObject({ code: 'ai:errors.unavailableWithReason' })
    await runRest(id)
    expect((await search(member, question)).items).toMatchObject([{ documentId: id }])
  })

  test('vectors created before the outage are kept, and only the rest is requested', async () => {
    const { member } = await createTeam(db)
    server.script({}, failing)
    const id = await add(
      member,
      Array.from({ length: 120 }, (_, at) => `# Part ${at}\n\nThis is part ${at}.`).join('\n\n'),
    )
    expect(await vectorsOf(id)).toHaveLength(96)
    const before = server.requests.length
    await runRest(id)
    expect(server.requests.slice(before).map(({ body }) => body.input?.length)).toEqual([24])
    expect(await vectorsOf(id)).toHaveLength(120)
    await runRest(id)
    expect(server.requests).toHaveLength(before + 1)
  })

  test('a question is answered by words, at the latest after the timeout, and its text is not logged', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected)
    const asked = 'Which automobile is inspected?'
    const byWords = await search(member, asked, {})
    const warn = vi.fn<(...args: unknown[]) => void>()
    for (const turn of [failing, { behave: 'silent' }, { vectors: [[0, 0]] }] satisfies Turn[]) {
      server.script(turn)
      const startedAt = performance.now()
      const log = Object.assign(Object.create(testLog) as typeof testLog, { warn })
      expect(
        await searchDocuments(makeContext(db, member, { embedding, log }), { query: asked, limit: 10 }),
      ).toEqual(byWords)
      // Embedding a question times out after 2.5 s, embedding a document after a minute.
      expect(performance.now() - startedAt).toBeLessThan(20_000)
    }
    expect(byWords.items).toMatchObject([{ documentId: id }])
    expect(warn.mock.calls.map(([line]) => line)).toEqual(
      ['unavailableWithReason', 'timedOut', 'badAnswer'].map((code) => ({
        model: embedding.id,
        failure: `ai:errors.${code}`,
      })),
    )
  })
})

describe('the missing vectors', () => {
  test('are told of the document in the list, until the last of them is there', async () => {
    const { member } = await createTeam(db)
    const listed = async (parts?: With) =>
      (await listDocuments(contextOf(member, parts), { limit: 10 })).items[0]?.lacksVectors
    server.script({}, failing)
    const id = await add(
      member,
      Array.from({ length: 120 }, (_, at) => `# Part ${at}\n\nThis is part ${at}.`).join('\n\n'),
    )
    expect(await listed()).toBe(true)
    expect(await getDocument(contextOf(member), { id })).toMatchObject({ lacksVectors: true })
    expect(await listed({})).toBe(false)
    await runRest(id)
    expect(await listed()).toBe(false)
    expect(await listed({ embedding: another })).toBe(true)
  })

  test('are not written once the document was deleted or reindexed', async () => {
    const { member } = await createTeam(db)
    const [deleted, ordered] = [await add(member, inspected, {}), await add(member, inspected, {})]
    for (const [id, act] of [[deleted, deleteDocument] as const, [ordered, reindexDocument] as const]) {
      const before = server.requests.length
      const acted = Promise.withResolvers<void>()
      server.script({ waitFor: acted.promise })
      const rest = runRest(id)
      await vi.waitFor(() => expect(server.requests).toHaveLength(before + 1), 30_000)
      await act(contextOf(member), { id })
      acted.resolve()
      await rest
      expect(await vectorsOf(id)).toEqual([])
      await runRest(id)
      expect(server.requests).toHaveLength(before + 1)
    }
  })

  test('are skipped if no model is configured any more', async () => {
    const { member } = await createTeam(db)
    const id = await add(member, inspected, {})
    await embedDocumentJob({ embedding: undefined }).handler(running(), { documentId: id, revision: 1 })
    expect(await vectorsOf(id)).toEqual([])
    expect((await db.select().from(documents).where(eq(documents.id, id)))[0]).toMatchObject({
      status: 'ready',
    })
  })
})

test.runIf(isAvailable.rows.length > 0)('pgvector finds the same passages in the same order', async () => {
  const { member } = await createTeam(db)
  await add(
    member,
    Array.from({ length: 60 }, (_, at) => `# Part ${at}\n\nThis is part ${at} of a car.`).join('\n\n'),
  )
  await add(member, 'The physician comes on Mondays.')
  const [vector = []] = await embedding.embed([question])
  const asked = { model: embedding.id, vector }
  expect(await hasPgvector(db)).toBe(false)
  const without = await findNearest(db, member, { ...asked, withPgvector: false })
  await db.execute(sql`create extension vector`)
  expect(await hasPgvector(db)).toBe(true)
  const found = await findNearest(db, member, { ...asked, withPgvector: true })
  expect(found).toHaveLength(50)
  expect(found.map(({ position }) => position)).toEqual(without.map(({ position }) => position))
  for (const [at, { cosine }] of found.entries()) expect(cosine).toBeCloseTo(without[at]?.cosine ?? 0, 5)
  expect((await search(member, 'Wann kommt der Arzt?')).items).toMatchObject([
    { text: 'The physician comes on Mondays.' },
  ])
})
