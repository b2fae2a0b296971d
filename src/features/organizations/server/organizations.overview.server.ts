import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { may } from '@plinth/core/access'
import { type Db, invitation, member } from '@plinth/core/database/server'
import type { FeatureOverview } from '@plinth/core/feature/server'
import { organizationsAccess } from '../organizations.access.ts'

const userId = sql.placeholder('userId')
const organizationId = sql.placeholder('organizationId')
const exists = (db: Db, table: typeof member | typeof invitation, condition: SQL | undefined) =>
  sql<boolean>`exists (${db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)})`

export const organizationsOverview: FeatureOverview = {
  steps: [
    {
      name: 'organization',
      order: 30,
      isFor: ({ workspace }) => workspace.organizationId === null,
      isDone: (db) => exists(db, member, eq(member.userId, userId)),
    },
    {
      name: 'invite',
      order: 30,
      isFor: (actor) => actor.workspace.organizationId !== null && may(actor, organizationsAccess.invite),
      isDone(db, kind) {
        // The personal workspace has no id to bind.
        if (kind === 'personal') return sql<boolean>`false`
        const hasOthers = exists(
          db,
          member,
          and(eq(member.organizationId, organizationId), ne(member.userId, userId)),
        )
        const hasInvited = exists(db, invitation, eq(invitation.organizationId, organizationId))
        return sql<boolean>`${hasOthers} or ${hasInvited}`
      },
    },
  ],
  // Plain members may not see pending invitations.
  activity: [
    'organization.create',
    'organization.update',
    'organization.changeLogo',
    'organization.transfer',
    'invitation.accept',
    'member.leave',
    'member.remove',
    'member.changeRole',
  ],
}
