import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import type { Embedding } from '@plinth/core/server'
import { type Transaction, inWorkspace, user } from '@plinth/core/database/server'
import { documentsAccess } from '../documents.access.ts'
import type { DocumentIdInput, ReadDocumentInput } from '../documents.schema.ts'
import { HEADING_SEPARATOR } from './parser/chunk-text.server.ts'
import { documentChunks, documentPages, documents, documentVectors } from './documents.table.server.ts'

const WINDOW_CHARACTERS = 20_000

/** The columns of a document for clients. */
export const shownDocument = (embedding: Embedding | undefined) => ({
  id: documents.id,
  name: documents.name,
  format: documents.format,
  sizeBytes: documents.sizeBytes,
  status: documents.status,
  error: documents.error,
  pages: documents.pages,
  unread: documents.unread,
  lacksVectors: lacksVectors(embedding),
  language: documents.language,
  createdBy: { id: user.id, name: user.name, image: user.image },
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
})

/** Vectors are made in the order of the passages, so the last one tells of all. */
function lacksVectors(embedding: Embedding | undefined) {
  if (!embedding) return sql<boolean>`false`
  const { documentId, position, model } = documentVectors
  return sql<boolean>`${documents.chunks} > 0 and not exists (
    select from ${documentVectors}
    where ${documentId} = ${documents.id} and ${position} = ${documents.chunks} - 1 and ${model} = ${embedding.id}
  )`
}

const ownDocument = (actor: SignedInActor, id: string) =>
  and(eq(documents.id, id), inWorkspace(documents, actor))

/** Returns one document of the active workspace with its indexing status. Any member. Throws not_found. */
export async function getDocument(ctx: VerbContext, { id }: DocumentIdInput) {
  const actor = authorize(ctx.actor, documentsAccess.get)
  return findDocument(ctx, actor, id)
}

async function findDocument({ db, embedding }: VerbContext, actor: SignedInActor, id: string) {
  const [found] = await db
    .select(shownDocument(embedding))
    .from(documents)
    .leftJoin(user, eq(user.id, documents.createdById))
    .where(ownDocument(actor, id))
  if (!found) throw new AppError('not_found', 'errors:notFound')
  return found
}

/** Locks one document of the actor's workspace until the transaction ends. Throws not_found. */
export async function lockDocument(tx: Transaction, actor: SignedInActor, { id }: DocumentIdInput) {
  const { createdById, fileId, revision, error } = documents
  const [found] = await tx
    .select({ id: documents.id, createdById, fileId, revision, error })
    .from(documents)
    .where(ownDocument(actor, id))
    .for('update')
  if (!found) throw new AppError('not_found', 'errors:notFound')
  return found
}

/**
 * Returns the text around an offset on a page, up to 20 000 characters, with its headings; `start` is where
 * the returned text begins on the page. Any member. Throws not_found, also if the document has not been
 * indexed yet.
 */
export async function readDocument(ctx: VerbContext, { id, page, around }: ReadDocumentInput) {
  const actor = authorize(ctx.actor, documentsAccess.read)
  const [found] = await ctx.db
    .select({ name: documents.name, pages: documents.pages, text: documentPages.text })
    .from(documents)
    .innerJoin(documentPages, eq(documentPages.documentId, documents.id))
    .where(and(ownDocument(actor, id), eq(documentPages.number, page)))
  if (!found) throw new AppError('not_found', 'errors:notFound')
  const start = Math.max(0, Math.min(around - WINDOW_CHARACTERS / 2, found.text.length - WINDOW_CHARACTERS))
  const end = start + WINDOW_CHARACTERS
  const sections = await ctx.db
    .select({ start: documentChunks.start, heading: documentChunks.heading })
    .from(documentChunks)
    .where(
      and(
        eq(documentChunks.documentId, id),
        eq(documentChunks.page, page),
        gte(documentChunks.start, start),
        lt(documentChunks.start, end),
      ),
    )
    .orderBy(documentChunks.position)
  return {
    id,
    name: found.name,
    page,
    pages: found.pages,
    start,
    length: found.text.length,
    text: found.text.slice(start, end),
    headings: sections.flatMap((section) => headingsOf(found.text.slice(0, end), section)),
  }
}

/** The headings at the beginning of a section, with their places on the page. Each is a paragraph. */
function headingsOf(text: string, section: { start: number; heading: string }) {
  const path = section.heading.split(HEADING_SEPARATOR)
  const headings: { start: number; level: number }[] = []
  for (let { start } = section; start < text.length;) {
    const end = text.indexOf('\n\n', start)
    const level = path.indexOf(text.slice(start, end)) + 1
    if (end === -1 || level <= (headings.at(-1)?.level ?? 0)) break
    headings.push({ start, level })
    start = end + 2
  }
  return headings
}
