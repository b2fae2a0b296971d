import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#/core/db/database.server.ts'
import { file } from '#/core/storage/file.table.server.ts'

/** The purpose of these files. Anyone who has the address may see one. */
export const PROFILE_IMAGE = 'profile-image'

/**
 * Deletes the rows of the person's pictures but for `keptId`; answers their ids, whose bytes are to be
 * deleted once this is committed.
 */
export async function forgetImages(tx: Transaction, userId: string, keptId = ''): Promise<string[]> {
  const gone = await tx
    .delete(file)
    .where(and(eq(file.uploadedById, userId), eq(file.purpose, PROFILE_IMAGE), ne(file.id, keptId)))
    .returning({ id: file.id })
  return gone.map(({ id }) => id)
}
