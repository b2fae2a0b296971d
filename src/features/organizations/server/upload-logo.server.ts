import { eq } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import { type VerbContext, consumeLimit, perDay, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, organization } from '@plinth/core/database/server'
import { STORED_IMAGE_TYPE, deleteBytes, keepFile, readImage } from '@plinth/core/files/server'
import type { OneFile } from '@plinth/core/client'
import { organizationsAccess } from '../organizations.access.ts'
import { enterOrganization } from './enter-organization.server.ts'
import { dropLogo, logoPath, ORGANIZATION_LOGO } from './organization-logo.server.ts'

export const LOGO_UPLOADS_PER_DAY = 20

/**
 * Sets the logo of the active organization and deletes the previous one. Owners and admins, 20 attempts a day
 * per user. Parallel and repeated uploads leave exactly one file. Throws invalid or too_large (field `file`),
 * limit.
 */
export async function uploadLogo(ctx: VerbContext, input: OneFile): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, organizationsAccess.uploadLogo)
  await consumeLimit(ctx.db, `organizations.uploadLogo:${actor.userId}`, perDay(LOGO_UPLOADS_PER_DAY))
  const { bytes } = await readImage(ctx, input.file, { account: actor.userId, kind: 'icon' })
  const facts = { purpose: ORGANIZATION_LOGO, uploadedById: actor.userId, contentType: STORED_IMAGE_TYPE }
  const { id, replaced } = await keepFile(ctx, { ...facts, bytes }, (tx, addFile) =>
    replaceLogo(tx, actor, addFile),
  )
  if (replaced) await deleteBytes(ctx, [replaced])
  return { id }
}

async function replaceLogo(tx: Transaction, asked: SignedInActor, addFile: () => Promise<string>) {
  const rule = organizationsAccess.uploadLogo
  const { actor, organization: before } = await enterOrganization(tx, asked, { rule })
  const replaced = await dropLogo(tx, before.logo)
  const id = await addFile()
  await tx
    .update(organization)
    .set({ logo: logoPath(id) })
    .where(eq(organization.id, before.id))
  await writeAudit(tx, actor, {
    action: 'organization.changeLogo',
    target: { type: 'organization', id: before.id },
    details: { fileId: id },
  })
  return { id, replaced }
}
