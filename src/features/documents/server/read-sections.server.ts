import { asc, eq } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { documentChunks } from './documents.table.server.ts'

type Wanted = { documentId: string; sections: readonly string[] }

/**
 * Returns the first passage containing each section heading, without duplicates. Does not authorize: for our
 * own texts only.
 */
export async function readSections(db: Db, { documentId, sections }: Wanted) {
  const chunks = await db
    .select({
      heading: documentChunks.heading,
      text: documentChunks.text,
      page: documentChunks.page,
      start: documentChunks.start,
      end: documentChunks.end,
    })
    .from(documentChunks)
    .where(eq(documentChunks.documentId, documentId))
    .orderBy(asc(documentChunks.position))
  const found = sections.flatMap((section) =>
    chunks.filter(({ heading, text }) => `${heading}\n${text}`.includes(section)).slice(0, 1),
  )
  return [...new Set(found)]
}
