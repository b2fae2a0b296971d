import { and, eq } from 'drizzle-orm'
import type { Transaction } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'

/**
 * The purpose of these files. Anyone with the URL may fetch one, because invitees see the logo before they
 * join.
 */
export const ORGANIZATION_LOGO = 'organization-logo'

export const logoPath = (fileId: string) => `/api/files/${fileId}`

/**
 * Deletes the row of an organization's logo, so that it is no longer served. Returns its id; the caller
 * deletes the bytes.
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
