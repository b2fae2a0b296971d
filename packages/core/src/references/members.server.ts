import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { containsWords, foldedText } from '#/db/text-search.server.ts'
import type { SignedInActor } from '#/access/actor.ts'
import type { Db } from '#/db/database.server.ts'
import { member, user } from '#/identity/identity.table.server.ts'
import type { ReferenceSource, Referred } from './reference-source.server.ts'

export const CHOICES_MAX = 20

const shown = {
  id: user.id,
  title: user.name,
  image: user.image,
  path: sql<null>`null`,
}

/** The members of an organization, or the owner of a personal workspace. Former members keep their name. */
export const members: ReferenceSource = {
  async choices(db, actor, { search = '', id }) {
    return find(db, actor, [
      ...(id === undefined ? [] : [eq(user.id, id)]),
      containsWords(foldedText(user.name), search),
    ])
  },
  async idsWith(_, { userId, workspace: { organizationId } }, search) {
    const isNamed = containsWords(foldedText(user.name), search)
    if (!isNamed) return undefined
    const isMember =
      organizationId === null
        ? eq(user.id, userId)
        : sql`${user.id} in (select ${member.userId} from ${member} where ${eq(member.organizationId, organizationId)})`
    return sql`select ${user.id} from ${user} where ${and(isMember, isNamed)}`
  },
  read: (db, _, ids) =>
    db
      .select(shown)
      .from(user)
      .where(inArray(user.id, [...ids])),
  async hold(tx, { userId, workspace: { organizationId } }, ids) {
    if (organizationId === null) return ids.filter((id) => id === userId)
    const rows = await tx
      .select({ id: member.userId })
      .from(member)
      .where(and(eq(member.organizationId, organizationId), inArray(member.userId, [...ids])))
      .orderBy(member.userId)
      .for('key share')
    return rows.map(({ id }) => id)
  },
}

function find(
  db: Db,
  { userId, workspace: { organizationId } }: SignedInActor,
  conditions: readonly (SQL | undefined)[],
): Promise<Referred[]> {
  const users = db.select(shown).from(user)
  return (
    organizationId === null
      ? users.where(and(eq(user.id, userId), ...conditions))
      : users
          .innerJoin(member, eq(member.userId, user.id))
          .where(and(eq(member.organizationId, organizationId), ...conditions))
  )
    .orderBy(asc(user.name), asc(user.id))
    .limit(CHOICES_MAX)
}
