import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'

/** The purpose of these files. Anyone with the URL may see one. */
export const PROFILE_IMAGE = 'profile-image'

/**
 * Deletes the rows of the user's images except `keptId`, and returns their ids. Delete their bytes after the
 * commit.
 */
export async function forgetImages(tx: Transaction, userId: string, keptId = ''): Promise<string[]> {
  const gone = await tx
    .delete(file)
    .where(and(eq(file.uploadedById, userId), eq(file.purpose, PROFILE_IMAGE), ne(file.id, keptId)))
    .returning({ id: file.id })
  return gone.map(({ id }) => id)
}
