import type { Transaction } from '@plinth/core/database/server'
import { type Storage, file } from '@plinth/core/files/server'
import { createId } from '@plinth/core/schema'
import { DOCUMENT_FILE } from './document-files.server.ts'
import { documents } from './documents.table.server.ts'
import type { DocumentFormat } from './parser/format-of.server.ts'
import { parseDocument } from './parser/parse-document.server.ts'
import { writeIndex } from './write-index.server.ts'

type NewDocument = {
  workspace: { organizationId: string | null; ownerId: string | null }
  createdById: string | null
  name: string
  format: DocumentFormat
  text: string
  /** The upload time; defaults to now. */
  at?: Date
}

/**
 * Writes an already indexed document in the caller's transaction. Has no limits and no authorization: for our
 * own texts only, such as the demo's. Returns its id.
 */
export async function addDocument(
  tx: Transaction,
  storage: Storage,
  { workspace, text, at, ...document }: NewDocument,
): Promise<string> {
  const [id, fileId] = [createId(), createId()]
  const bytes = new TextEncoder().encode(text)
  await storage.put(fileId, bytes)
  const { createdById } = document
  const sizeBytes = bytes.length
  await tx.insert(file).values({
    id: fileId,
    purpose: DOCUMENT_FILE,
    uploadedById: createdById,
    contentType: 'application/octet-stream',
    sizeBytes,
  })
  await tx
    .insert(documents)
    .values({ id, ...workspace, ...document, sizeBytes, fileId, createdAt: at, updatedAt: at })
  await writeIndex(tx, { documentId: id, revision: 1 }, await parseDocument(bytes, document.format))
  return id
}
