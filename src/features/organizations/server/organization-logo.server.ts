import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#/core/db/database.server.ts'
import { file } from '#/core/storage/file.table.server.ts'

/**
 * The purpose of these files. Anyone who has the address may see one: who is invited sees it before they
 * belong to it.
 */
export const ORGANIZATION_LOGO = 'organization-logo'

export const logoPath = (fileId: string) => `/api/files/${fileId}`

/**
 * Deletes the row of the picture an organization shows, after which nobody gets it; answers its id, whose
 * bytes are the caller's to delete.
 */
export async function dropLogo(tx: Transaction, logo: string | null): Promise<string | undefined> {
  const id = logo?.startsWith(logoPath('')) ? logo.slice(logoPath('').length) : undefined
  if (id === undefined) return undefined
  const [gone] = await tx
    .delete(file)
    .where(and(eq(file.id, id), eq(file.purpose, ORGANIZATION_LOGO)))
    .returning({ id: file.id })
  return gone?.id
}
