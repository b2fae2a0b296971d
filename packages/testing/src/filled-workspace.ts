import { sql, type SQL } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { NAME_MAX_LENGTH } from '@plinth/core/auth'
import type { Db } from '@plinth/core/database/server'
import { actorOf, createOrganization, createUser } from './factories.ts'
import { FIRST_ROWS } from '@plinth/core/page'
import { featureFixtures, type Filled } from './feature-fixtures.ts'

export type FilledWorkspace = {
  owner: SignedInActor
  /** An id of each kind of row, by the router that takes it. */
  ids: Readonly<Record<string, string>>
  /** Pages that show what is filled and have no path of their own. */
  pages: readonly string[]
  /** Other members of the organization. */
  userIds: readonly string[]
  /** Whether all of it is still there. */
  isWhole: SQL
}

const MEMBERS = 100
const ENTRIES = 1_000
/** Of what a feature has no limit for: more than a page begins with. */
const ROWS = FIRST_ROWS + 10
// As long as a first and a last name may be, in letters of three bytes.
const name = '字'.repeat(2 * NAME_MAX_LENGTH + 1)

/**
 * An organization with as much of everything as the limits of the features allow, and the rest in the
 * hundreds: written in SQL, because the limits of the verbs would take an hour. Of a feature without `fill`,
 * its `rows` many times.
 */
export async function fillWorkspace(db: Db): Promise<FilledWorkspace> {
  const user = await createUser(db, { name, role: 'admin' })
  const members = await Promise.all(Array.from({ length: MEMBERS - 1 }, () => createUser(db, { name })))
  const organization = await createOrganization(db, { owner: user, member: members })
  const owner = actorOf(user, organization)
  await db.execute(sql`
    insert into audit_log (id, action, actor_id, target_type, target_id, organization_id)
    select ${user.id} || at, 'session.create', ${user.id}, 'user', ${user.id}, ${organization.id}
    from generate_series(1, ${ENTRIES}) at`)
  const filled: Filled[] = []
  for (const { fill, rows } of featureFixtures) {
    if (fill) filled.push(await fill(db, owner))
    else for (let row = 0; row < ROWS; row++) await rows?.(db, owner)
  }
  const here = [
    sql`exists (select from member where user_id = ${user.id} and role = 'owner')`,
    sql`exists (select from "user" where id = ${user.id} and role = 'admin' and banned is not true)`,
    ...filled.map(({ isThere }) => isThere),
  ]
  return {
    owner,
    ids: Object.assign({}, ...filled.map(({ ids }) => ids)) as Record<string, string>,
    pages: filled.flatMap(({ pages = [] }) => pages),
    userIds: members.map(({ id }) => id),
    isWhole: sql.join(here, sql` and `),
  }
}

/** Whether the user is still the owner and an administrator, and the rows are there. */
export async function isWhole(db: Db, { isWhole: condition }: FilledWorkspace): Promise<boolean> {
  const { rows } = await db.execute<{ whole: boolean }>(sql`select ${condition} as whole`)
  return rows[0]?.whole === true
}
