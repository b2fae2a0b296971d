import { and, eq, exists, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Transaction, member, organization } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'

/** Throws conflict if the user is the last owner of an organization with other members, and names it. */
export async function refuseAccountDeletion(tx: Transaction, userId: string): Promise<void> {
  const other = alias(member, 'other')
  const others = and(eq(other.organizationId, member.organizationId), ne(other.userId, userId))
  const select = () => tx.select({ one: sql`1` }).from(other)
  const [alone] = await tx
    .select({ name: organization.name })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(
      and(
        eq(member.userId, userId),
        eq(member.role, 'owner'),
        exists(select().where(others)),
        notExists(select().where(and(others, eq(other.role, 'owner')))),
      ),
    )
    .limit(1)
  if (alone)
    throw new AppError('conflict', 'organizations:errors.ownerOfOthers', { organization: alone.name })
}
