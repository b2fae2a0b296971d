import { sql, type SQL } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import type { Db } from '#/core/db/database.server.ts'
import { actorOf, createOrganization, createUser } from './factories.ts'
import { featureFixtures } from './feature-fixtures.ts'

export type FilledWorkspace = {
  owner: SignedInActor
  /** An id of each kind of row, by the router that takes it. */
  ids: Readonly<Record<string, string>>
  /** Other members of the organization. */
  userIds: readonly string[]
  /** Whether all of it is still there. */
  isWhole: SQL
}

const MEMBERS = 100
const ENTRIES = 1_000

/**
 * An organization with as much of everything as the limits of the features allow, and the rest in the
 * hundreds: written in SQL, because the limits of the verbs would take an hour.
 */
export async function fillWorkspace(db: Db): Promise<FilledWorkspace> {
  const user = await createUser(db, { role: 'admin' })
  const members = await Promise.all(Array.from({ length: MEMBERS - 1 }, () => createUser(db)))
  const organization = await createOrganization(db, { owner: user, member: members })
  const owner = actorOf(user, organization)
  await db.execute(sql`
    insert into audit_log (id, action, actor_id, target_type, target_id, organization_id)
    select ${user.id} || at, 'session.create', ${user.id}, 'user', ${user.id}, ${organization.id}
    from generate_series(1, ${ENTRIES}) at`)
  const filled = []
  for (const { fill } of featureFixtures) if (fill) filled.push(await fill(db, owner))
  const here = [
    sql`exists (select from member where user_id = ${user.id} and role = 'owner')`,
    sql`exists (select from "user" where id = ${user.id} and role = 'admin' and banned is not true)`,
    ...filled.map(({ isThere }) => isThere),
  ]
  return {
    owner,
    ids: Object.assign({}, ...filled.map(({ ids }) => ids)) as Record<string, string>,
    userIds: members.map(({ id }) => id),
    isWhole: sql.join(here, sql` and `),
  }
}

/** Whether the user is still the owner and an administrator, and the rows are there. */
export async function isWhole(db: Db, { isWhole: condition }: FilledWorkspace): Promise<boolean> {
  const { rows } = await db.execute<{ whole: boolean }>(sql`select ${condition} as whole`)
  return rows[0]?.whole === true
}
