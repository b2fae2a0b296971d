import { and, eq } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import { PROFILE_IMAGE } from './profile-image-files.server.ts'

/**
 * Returns the user's profile image as a stored file; undefined without one. For the data export; the caller
 * has authorized.
 */
export async function exportProfileImage(
  db: Db,
  userId: string,
): Promise<{ id: string; sizeBytes: number } | undefined> {
  const isPicture = and(eq(file.uploadedById, userId), eq(file.purpose, PROFILE_IMAGE))
  const [row] = await db.select({ id: file.id, sizeBytes: file.sizeBytes }).from(file).where(isPicture)
  return row
}
