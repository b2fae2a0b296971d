import type { SignedInActor, WorkspaceRole } from '@plinth/core/access'
import type { CookieKey } from '@plinth/core/auth/server'
import type { Db } from '@plinth/core/database/server'
import {
  actorOf,
  createOrganization,
  createSession,
  createUser,
  type TestOrganization,
} from '@plinth/testing/factories.ts'
import { payForAll, pendingSecondFactor } from '@plinth/testing/feature-fixtures.ts'

/**
 * The columns of the matrix. `stranger` has no session. `unverified` has no verified address, `personal` has
 * one; both are in their personal workspace. `member`, `admin` and `owner` have that role in Acme; `foreign`
 * is a member of another organization. `appAdmin` administers the application and is not in Acme.
 * `impersonating` is another such admin impersonating a member of Acme. `banned` is a member of Acme whose
 * session is still there. `pending` has a pending second factor; without a feature that asks for one, it is
 * another stranger.
 */
export const columns = [
  'stranger',
  'unverified',
  'personal',
  'member',
  'admin',
  'owner',
  'foreign',
  'appAdmin',
  'impersonating',
  'banned',
  'pending',
] as const
export type Column = (typeof columns)[number]

/** One more caller, without a column: in Acme with a role beside the ladder that no rule names. */
export const BESIDE = 'beside' as const

/** One caller of the matrix: a user or a stranger. */
export type Caller = {
  column: Column | typeof BESIDE
  /** The user of the session; undefined without one. */
  actor: SignedInActor | undefined
  /** The token of that session. */
  token: string | undefined
  /** The Cookie header of this caller's browser; empty for the stranger. */
  cookie: string
}

export type World = {
  db: Db
  acme: TestOrganization
  /** Another owner of Acme, who makes no calls: the table's "another's" rows belong to them. */
  another: SignedInActor
  callers: readonly Caller[]
}

/**
 * Creates users for one row only, so that rows do not affect each other. Acme has paid for everything that is
 * sold, unless `isPaid` is false.
 */
export async function createWorld(
  db: Db,
  { secret, appUrl }: CookieKey,
  { isPaid = true }: { isPaid?: boolean } = {},
): Promise<World> {
  const verified = () => createUser(db)
  const [another, personal, member, admin, owner, foreign, borrowed] = await Promise.all([
    verified(),
    verified(),
    verified(),
    verified(),
    verified(),
    verified(),
    verified(),
  ])
  const unverified = await createUser(db, { emailVerified: false })
  const appAdmin = await createUser(db, { role: 'admin' })
  // Asked at the same time as appAdmin, who may end sessions that they began.
  const impersonator = await createUser(db, { role: 'admin' })
  const banned = await createUser(db, { banned: true, banReason: 'Spam' })
  const beside = await createUser(db)
  const acme = await createOrganization(db, {
    owner: [another, owner],
    admin,
    member: [member, borrowed, banned],
    [BESIDE as WorkspaceRole]: beside,
  })
  if (isPaid) await payForAll?.(db, acme.id)
  const other = await createOrganization(db, { owner: personal, member: foreign })
  const actors: Record<Caller['column'], SignedInActor | undefined> = {
    stranger: undefined,
    unverified: actorOf(unverified),
    personal: actorOf(personal),
    member: actorOf(member, acme),
    admin: actorOf(admin, acme),
    owner: actorOf(owner, acme),
    foreign: actorOf(foreign, other),
    appAdmin: actorOf(appAdmin),
    impersonating: { ...actorOf(borrowed, acme), impersonatedBy: impersonator.id },
    banned: actorOf(banned, acme),
    pending: undefined,
    [BESIDE]: actorOf(beside, acme),
  }
  const pendingCookie = await pendingSecondFactor?.(db, { userId: member.id, key: { secret, appUrl } })
  const callers = await Promise.all(
    ([...columns, BESIDE] as const).map(async (column): Promise<Caller> => {
      const actor = actors[column]
      if (!actor)
        return { column, actor, token: undefined, cookie: column === 'pending' ? (pendingCookie ?? '') : '' }
      const { token, cookie } = await createSession(db, actor, { secret, reauthenticatedAt: new Date() })
      return { column, actor, token, cookie: cookie(appUrl) }
    }),
  )
  return { db, acme, another: actorOf(another, acme), callers }
}
