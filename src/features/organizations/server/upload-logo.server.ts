import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access/access.ts'
import type { SignedInActor } from '@plinth/core/access/actor.ts'
import { writeAudit } from '@plinth/core/audit/audit.server.ts'
import { organization } from '@plinth/core/identity/identity.table.server.ts'
import type { Transaction } from '@plinth/core/db/database.server.ts'
import { consumeLimit, perDay } from '@plinth/core/limits/limits.server.ts'
import { readImage, STORED_IMAGE_TYPE } from '@plinth/core/storage/image.server.ts'
import { deleteBytes, keepFile } from '@plinth/core/storage/keep-file.server.ts'
import type { OneFile } from '@plinth/core/storage/one-file.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
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
