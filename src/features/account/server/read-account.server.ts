import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { authorize } from '@plinth/core/access'
import { organization, user } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { storedRole } from '#/roles.server.ts'
import { accountAccess } from '../account.access.ts'

export const accountOutput = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  language: z.string().nullable(),
  createdAt: z.date(),
  /** The id and name are null for the personal workspace. */
  workspace: z.object({
    id: z.string().nullable(),
    name: z.string().nullable(),
    role: storedRole,
  }),
})

/** Returns who the user is, and the workspace that they work in, with their role there. Any user. */
export async function readAccount(ctx: VerbContext): Promise<z.output<typeof accountOutput>> {
  const { userId, workspace } = authorize(ctx.actor, accountAccess.read)
  const [own] = await ctx.db
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      image: user.image,
      language: user.language,
      createdAt: user.createdAt,
    })
    .from(user)
    .where(eq(user.id, userId))
  if (!own) throw new AppError('unauthenticated', 'errors:signInFirst')
  const { organizationId: id, role } = workspace
  const [active] =
    id === null
      ? []
      : await ctx.db.select({ name: organization.name }).from(organization).where(eq(organization.id, id))
  return { ...own, workspace: { id, name: active?.name ?? null, role } }
}
