import { and, eq, ne, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded, type GuardOutcome } from '#/core/auth/auth-guard.server.ts'
import { member, organization, user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { enterOrganization } from './enter-organization.server.ts'
import { createBody, organizationBody, slugBody, updateBody } from './membership.schema.ts'
import { dropLogo } from './organization-logo.server.ts'

/** How many organizations a person may own when making another. */
export const OWNED_ORGANIZATIONS_MAX = 10
export const ORGANIZATIONS_PER_DAY = 20

/**
 * A person's requests to make one take turns, and so do all requests for one slug: what is free when asked is
 * free when written.
 */
export const onCreate = guarded({ body: createBody }, async ({ tx, actor, rule, body }) => {
  if (!actor.emailVerified) throw new AppError('forbidden', 'membership:verifyFirst')
  authorize(actor, rule)
  await consumeLimit(tx, `organization.create:${actor.userId}`, {
    max: ORGANIZATIONS_PER_DAY,
    windowSeconds: 86_400,
  })
  await tx.select({ id: user.id }).from(user).where(eq(user.id, actor.userId)).for('no key update')
  const owned = await tx.$count(member, and(eq(member.userId, actor.userId), eq(member.role, 'owner')))
  if (owned >= OWNED_ORGANIZATIONS_MAX)
    throw new AppError('conflict', 'membership:tooManyOrganizations', { max: OWNED_ORGANIZATIONS_MAX })
  await claimSlug(tx, body.slug)
  return {
    after: async (answer) => {
      const { id } = answer as { id: string }
      const inside = { ...actor, workspace: { organizationId: id, role: 'owner' as const } }
      const target = { type: 'organization', id }
      await writeAudit(tx, inside, {
        action: 'organization.create',
        target,
        details: { name: body.name, slug: body.slug },
      })
      return answer
    },
  }
})

export const onCheckSlug = guarded({ body: slugBody }, async ({ tx, actor, rule, body }) => {
  authorize(actor, rule)
  if (await isTaken(tx, body.slug)) throw new AppError('conflict', 'membership:slugTaken', { field: 'slug' })
  return {}
})

export const onUpdate = guarded(
  { body: updateBody },
  async ({ tx, rule, body, storage, ...request }): Promise<GuardOutcome> => {
    const { actor, organization: before } = await enterOrganization(tx, request.actor, {
      organizationId: body.organizationId,
      rule,
    })
    const { name = before.name, slug = before.slug, logo } = body.data
    if (slug !== before.slug) await claimSlug(tx, slug, before.id)
    const oldLogo = logo === null ? await dropLogo(tx, before.logo) : undefined
    return {
      body: { ...body, organizationId: before.id },
      after: async (answer) => {
        const details = {
          name,
          slug,
          nameBefore: before.name,
          slugBefore: before.slug,
          logoRemoved: logo === null,
        }
        await writeAudit(tx, actor, {
          action: 'organization.update',
          target: { type: 'organization', id: before.id },
          details,
        })
        return answer
      },
      ...(oldLogo ? { afterCommit: () => storage.delete(oldLogo) } : {}),
    }
  },
)

/**
 * Everything of the organization goes with it, by the foreign keys of the tables and in this transaction:
 * members, invitations, and what its members made in it. Every session in which it was active is in the
 * personal workspace from its next request on.
 */
export const onDelete = guarded(
  { body: organizationBody },
  async ({ tx, rule, body, storage, ...request }): Promise<GuardOutcome> => {
    const { actor, organization: gone } = await enterOrganization(tx, request.actor, {
      organizationId: body.organizationId,
      rule,
    })
    const members = await tx.$count(member, eq(member.organizationId, gone.id))
    const logo = await dropLogo(tx, gone.logo)
    return {
      after: async (answer) => {
        const details = { name: gone.name, slug: gone.slug, members }
        await writeAudit(tx, actor, {
          action: 'organization.delete',
          target: { type: 'organization', id: gone.id },
          details,
        })
        return answer
      },
      ...(logo ? { afterCommit: () => storage.delete(logo) } : {}),
    }
  },
)

async function claimSlug(tx: Transaction, slug: string, ownId = ''): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`organization-slug:${slug}`}, 0))`)
  if (await isTaken(tx, slug, ownId))
    throw new AppError('conflict', 'membership:slugTaken', { field: 'slug' })
}

async function isTaken(tx: Transaction, slug: string, exceptId = ''): Promise<boolean> {
  return (await tx.$count(organization, and(eq(organization.slug, slug), ne(organization.id, exceptId)))) > 0
}
