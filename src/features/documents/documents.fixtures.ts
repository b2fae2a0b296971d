import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { type Db, workspaceOf } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { one } from '@plinth/testing/factories.ts'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { strangeWord } from '@plinth/testing/strange-word.ts'
import { documentPages, documents } from './server/documents.table.server.ts'
import { DOCUMENT_MAX_CHARACTERS } from './server/parser/document-text.ts'

const FILLED_PASSAGES = 1_000

/** A document of one page by that user in their active workspace. Its file has a row but no bytes. */
export async function createDocument(db: Db, author: SignedInActor): Promise<typeof documents.$inferSelect> {
  const [id, fileId] = [createId(), createId()]
  await db.insert(file).values({
    id: fileId,
    purpose: 'document',
    uploadedById: author.userId,
    contentType: 'text/plain',
    sizeBytes: 1,
  })
  const shown = { name: 'a.txt', format: 'text', sizeBytes: 1, status: 'ready', pages: 1 } as const
  const created = await db
    .insert(documents)
    .values({ id, fileId, ...workspaceOf(author), createdById: author.userId, ...shown })
    .returning()
  await db.insert(documentPages).values({ documentId: id, number: 1, text: 'x' })
  return one(created)
}

/** Passages of words that are all different, and a huge page. */
async function fillLibrary(db: Db, owner: SignedInActor): Promise<string> {
  const { id } = await createDocument(db, owner)
  const texts = Array.from({ length: FILLED_PASSAGES }, (_, at) =>
    Array.from({ length: 19 }, (_word, word) => strangeWord(at * 19 + word)).join(' '),
  )
  const { organizationId } = workspaceOf(owner)
  await db.execute(sql`
    insert into document_chunk (document_id, position, organization_id, page, start, "end", heading, text, language, words, word_count)
    select ${id}, at, ${organizationId}, 1, 0, 1200, '', text, 'other', to_tsvector('simple', text), 19
    from unnest(${sql.param(texts)}::text[]) with ordinality as passage (text, at)`)
  await db.execute(
    sql`update document_page set text = repeat('word ', ${DOCUMENT_MAX_CHARACTERS / 5}) where document_id = ${id}`,
  )
  await db.execute(
    sql`update document set chunks = ${FILLED_PASSAGES}, words = ${FILLED_PASSAGES * 19}, language = 'other' where id = ${id}`,
  )
  return id
}

const textFile = () => new File(['The harbour. '.repeat(5_000)], 'a.txt')

export const fixtures: FeatureFixtures = {
  async addSource(client, app, { name, text, query }) {
    const body = new FormData()
    body.set('file', new File([text], name))
    const headers = { origin: app.url, cookie: client.cookie() }
    const upload = await fetch(`${app.url}/api/trpc/documents.upload`, { method: 'POST', headers, body })
    expect(upload.status).toBe(200)
    const input = encodeURIComponent(JSON.stringify({ json: { query } }))
    const search = `/api/trpc/documents.search?input=${input}`
    await vi.waitFor(async () => expect(await (await client.get(search)).text()).toContain(text), 30_000)
  },
  longRequests: ({ signedIn }) => ({
    'uploading a document': async () => {
      const body = new FormData()
      body.append('file', textFile())
      return { path: '/api/trpc/documents.upload', body, cookie: (await signedIn()).cookie }
    },
  }),
  async rows(db, actor) {
    const { id, fileId } = await createDocument(db, actor)
    return [id, fileId]
  },
  async fill(db, owner) {
    const id = await fillLibrary(db, owner)
    return { ids: { documents: id }, isThere: sql`exists (select from document where id = ${id})` }
  },
}
