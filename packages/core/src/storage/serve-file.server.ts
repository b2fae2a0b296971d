import { and, eq, inArray } from 'drizzle-orm'
import { databaseFailure } from '#/db/database-error.server.ts'
import type { Db } from '#/db/database.server.ts'
import type { Log } from '#/log/log.server.ts'
import { statusByKind } from '#/lib/app-error.ts'
import { file } from './file.table.server.ts'
import { STORED_IMAGE_TYPE } from './image.server.ts'
import { isStorageId, type Storage, type StoredFile } from './storage.server.ts'

type FileServices = { db: Db; storage: Storage; log: Log }

// Nothing here comes from the upload, so browsers treat the bytes as an image whatever they are.
const imageHeaders = {
  'Content-Type': STORED_IMAGE_TYPE,
  'Content-Disposition': 'inline; filename="image.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The content of an id never changes.
  'Cache-Control': 'private, max-age=31536000, immutable',
}

/**
 * Serves a stored image of one of `openPurposes`, which anyone with the URL may see. An invalid or unknown id
 * and other purposes are a 404; a database outage is a 503 with Retry-After.
 */
export async function serveFile(
  services: FileServices,
  id: string,
  openPurposes: readonly string[],
): Promise<Response> {
  try {
    const image = isStorageId(id) ? await openImage(services, id, openPurposes) : undefined
    return image ? imageAnswer(image) : emptyAnswer(404)
  } catch (error) {
    const failure = databaseFailure(error)
    if (!failure) throw error
    services.log.warn({ err: error }, 'a file was requested while the database was down')
    return emptyAnswer(statusByKind[failure.kind], {
      'Retry-After': String(failure.params.retryAfterSeconds ?? 2),
    })
  }
}

/** Sends a stored image. The caller has checked access. */
export function imageAnswer(image: StoredFile, more: Record<string, string> = {}): Response {
  const headers = { ...imageHeaders, 'Content-Length': String(image.sizeBytes), ...more }
  return new Response(image.stream(), { headers })
}

async function openImage({ db, storage, log }: FileServices, id: string, openPurposes: readonly string[]) {
  const [row] = await db
    .select({ id: file.id })
    .from(file)
    .where(
      and(eq(file.id, id), inArray(file.purpose, [...openPurposes]), eq(file.contentType, STORED_IMAGE_TYPE)),
    )
  if (!row) return undefined
  const stored = await storage.open(id)
  if (!stored) log.warn({ fileId: id }, 'a file has a row but no bytes')
  return stored
}

function emptyAnswer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
  })
}
