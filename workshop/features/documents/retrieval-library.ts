import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SignedInActor } from '@plinth/core/internal/access/actor.ts'
import type { Embedding } from '@plinth/core/internal/ai/embedding.server.ts'
import { organization } from '@plinth/core/internal/identity/identity.table.server.ts'
import { type OpenDatabase, openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { acquireEmbeddedServer } from '@plinth/postgres'
import { migrateDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { createLog } from '@plinth/core/internal/log/log.server.ts'
import { type Storage, createDiskStorage } from '@plinth/core/internal/storage/storage.server.ts'
import type { VerbContext } from '@plinth/core/internal/trpc/context.server.ts'
import { createId } from '@plinth/core/internal/lib/create-id.ts'
import { addDocument } from '#/features/documents/server/add-document.server.ts'
import type { DocumentFormat } from '#/features/documents/server/parser/format-of.server.ts'
import { searchDocuments } from '#/features/documents/server/search-documents.server.ts'
import { embedDocumentJob } from '#/features/documents/server/vectors/embed-document.server.ts'

const log = createLog('error')

/** A workspace with documents, searched through the verb that procedures call. */
export type MeasuredLibrary = {
  /** Reads and indexes a text as the job does. Returns the document's id. */
  add(text: string, format?: DocumentFormat): Promise<string>
  /** Embeds all its documents, as the job does. */
  embed(embedding: Embedding): Promise<void>
  search(query: string, asked: { limit: number; embedding?: Embedding }): ReturnType<typeof searchDocuments>
}

/** Runs `work` on a migrated embedded database in a temporary folder, which is deleted afterwards. */
export async function withLibraries<T>(
  work: (openLibrary: () => Promise<MeasuredLibrary>, settle: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-retrieval-'))
  const storage = createDiskStorage(path.join(dataDir, 'files'))
  const server = await acquireEmbeddedServer({ dataDir, log })
  const { db, pool, close } = openDatabase(server.connection, log)
  try {
    await migrateDatabase(pool)
    const settle = async () => void (await pool.query('vacuum analyze'))
    return await work(() => openLibrary(db, storage), settle)
  } finally {
    await close()
    await server.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openLibrary(db: OpenDatabase['db'], storage: Storage): Promise<MeasuredLibrary> {
  const organizationId = createId()
  await db
    .insert(organization)
    .values({ id: organizationId, name: 'Measured', slug: `measured-${organizationId}` })
  const ids: string[] = []
  return {
    async add(text, format = 'text') {
      const document = {
        workspace: { organizationId, ownerId: null },
        createdById: null,
        name: 'measured',
        format,
        text,
      }
      const id = await db.transaction((tx) => addDocument(tx, storage, document))
      ids.push(id)
      return id
    },
    async embed(embedding) {
      const { handler } = embedDocumentJob({ embedding })
      for (const documentId of ids)
        await handler(
          { db, log, signal: new AbortController().signal, attempt: 1 },
          { documentId, revision: 1 },
        )
    },
    search: (query, { limit, embedding }) =>
      searchDocuments(contextOf(db, { organizationId, storage, embedding }), { query, limit }),
  }
}

type Asking = { organizationId: string; storage: Storage; embedding: Embedding | undefined }

/** A new user each time, because searches are rate-limited per user. */
function contextOf(db: OpenDatabase['db'], { organizationId, storage, embedding }: Asking): VerbContext {
  const actor: SignedInActor = {
    kind: 'user',
    userId: createId(),
    sessionId: createId(),
    role: 'user',
    emailVerified: true,
    workspace: { organizationId, role: 'member' },
    impersonatedBy: null,
  }
  const live = {
    changes: () => Promise.reject(new Error('Nothing is streamed here')),
    close: async () => {},
  } as unknown as VerbContext['live']
  return {
    db,
    actor,
    log,
    storage,
    embedding,
    live,
    actorNow: async () => actor,
    signal: new AbortController().signal,
  }
}
