import { AppError } from '#/lib/app-error.ts'
import { isAtLeast, type Actor, type SignedInActor } from './actor.ts'

/**
 * Who may do a thing. A row lists every party that may; one match is enough.
 * - anyone: signed in or not; signed-out: only without a session (also half signed in, banned, ended: nobody
 *   there has one)
 * - half-signed-in: has passed the first factor and owes the second
 * - user: signed in; app-admin: administrator of the application
 * - member, workspace-admin, workspace-owner: at least that role in the active workspace (in the personal one
 *   everybody is owner)
 * - creator: made the object and is still a member of its workspace
 */
export type Party =
  | 'anyone'
  | 'signed-out'
  | 'half-signed-in'
  | 'user'
  | 'app-admin'
  | 'member'
  | 'workspace-admin'
  | 'workspace-owner'
  | 'creator'

/**
 * What keeps even a party that may from it: an address not proved yet, an admin acting as this person, no
 * organization being active.
 */
export type Obstacle = 'unverified' | 'impersonated' | 'personal-workspace'

/** One row of the table. */
export type AccessRule = {
  readonly action: string
  readonly allow: readonly Party[]
  readonly unless?: readonly Obstacle[]
}

/** What a rule needs to know of the object; the verb has read it inside the actor's workspace. */
export type AccessObject = { createdById: string | null }

type Declared = readonly Party[] | Omit<AccessRule, 'action'>

/**
 * Declares the rows of one slice: `update: ['creator', 'workspace-admin']`, or `create: { allow: ['user'],
 * unless: ['unverified'] }`. Keys are the verbs; the action is `slice.verb`.
 */
export function defineAccess<const Slice extends string, const Verbs extends Record<string, Declared>>(
  slice: Slice,
  verbs: Verbs,
) {
  const rows = Object.entries(verbs).map(([verb, declared]) => [
    verb,
    { action: `${slice}.${verb}`, ...('allow' in declared ? declared : { allow: declared }) },
  ])
  return Object.fromEntries(rows) as {
    readonly [Verb in keyof Verbs & string]: AccessRule & { readonly action: `${Slice}.${Verb}` }
  }
}

function isParty(party: Party, actor: Actor, object: AccessObject | undefined): boolean {
  if (party === 'anyone') return true
  if (actor.kind === 'anonymous')
    return party === 'signed-out' || (party === 'half-signed-in' && actor.isHalf === true)
  switch (party) {
    case 'signed-out':
    case 'half-signed-in':
      return false
    case 'user':
      return true
    case 'app-admin':
      return actor.role === 'admin' && actor.impersonatedBy === null
    case 'member':
      return isAtLeast(actor.workspace.role, 'member')
    case 'workspace-admin':
      return isAtLeast(actor.workspace.role, 'admin')
    case 'workspace-owner':
      return isAtLeast(actor.workspace.role, 'owner')
    case 'creator':
      // Before the object is read: some object could be theirs.
      return (
        isAtLeast(actor.workspace.role, 'member') &&
        (object === undefined || object.createdById === actor.userId)
      )
  }
}

function isHeldBack(obstacle: Obstacle, actor: Actor): boolean {
  if (actor.kind === 'anonymous') return false
  switch (obstacle) {
    case 'unverified':
      return !actor.emailVerified
    case 'impersonated':
      return actor.impersonatedBy !== null
    case 'personal-workspace':
      return actor.workspace.organizationId === null
  }
}

/**
 * Whether the actor may do it; the same on the server and in the browser. Without an object, a rule that
 * depends on one answers for "some object could pass".
 */
export function may(actor: Actor, rule: AccessRule, object?: AccessObject): boolean {
  return (
    rule.allow.some((party) => isParty(party, actor, object)) &&
    !rule.unless?.some((obstacle) => isHeldBack(obstacle, actor))
  )
}

/**
 * Why the actor may not: unauthenticated (a stranger, whom signing in could help) or forbidden. Undefined for
 * who may.
 */
export function refusalOf(actor: Actor, rule: AccessRule, object?: AccessObject): AppError | undefined {
  if (may(actor, rule, object)) return undefined
  return actor.kind === 'anonymous'
    ? new AppError('unauthenticated', 'errors:signInFirst')
    : new AppError('forbidden', 'errors:forbidden')
}

/**
 * First line of every verb. Returns the proved person; throws AppError unauthenticated (stranger) or
 * forbidden.
 */
export function authorize(actor: Actor, rule: AccessRule, object?: AccessObject): SignedInActor {
  const refusal = refusalOf(actor, rule, object)
  if (refusal) throw refusal
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
  return actor
}
