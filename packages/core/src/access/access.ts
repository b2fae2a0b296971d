import { AppError } from '#/lib/app-error.ts'
import {
  isAtLeast,
  roleOfSubject,
  type Actor,
  type SideRole,
  type SignedInActor,
  type WorkspaceSubject,
} from './actor.ts'

/**
 * Who may do an action. A rule lists every allowed subject; one match is enough.
 * - anyone: signed in or not; signed-out: without a session (also with a pending second factor, banned, or
 *   scheduled for deletion)
 * - second-factor-pending: has only passed the first factor
 * - user: signed in; app-admin: administrator of the application
 * - member, workspace-admin, workspace-owner: at least that role in the active workspace (users are owners of
 *   their personal workspace)
 * - a role beside the ladder, such as accountant: that role in the active workspace
 * - any-role: any role in the active workspace
 * - creator: created the object and is still a member of its workspace
 */
export type Subject =
  | 'anyone'
  | 'signed-out'
  | 'second-factor-pending'
  | 'user'
  | 'app-admin'
  | WorkspaceSubject
  | SideRole
  | 'any-role'
  | 'creator'

/** Denies even an allowed subject: an unverified address, impersonation, the personal workspace. */
export type Condition = 'unverified' | 'impersonated' | 'personal-workspace'

/** One row of the access table. */
export type AccessRule = {
  readonly action: string
  readonly allow: readonly Subject[]
  readonly unless?: readonly Condition[]
  /** What the plan of the active workspace has to include. Without plans, everything is included. */
  readonly entitlement?: string
}

/** The data of an object that rules check. The verb has read it in the actor's workspace. */
export type AccessObject = { createdById: string | null }

type Declared = readonly Subject[] | Omit<AccessRule, 'action'>

/**
 * Declares the rules of one feature: `update: ['creator', 'workspace-admin']`, or `create: { allow: ['user'],
 * unless: ['unverified'] }`. Keys are the verbs; the action is `feature.verb`.
 */
export function defineAccess<const Feature extends string, const Verbs extends Record<string, Declared>>(
  feature: Feature,
  verbs: Verbs,
) {
  const rows = Object.entries(verbs).map(([verb, declared]) => [
    verb,
    // A rule of another feature may be declared again under an action of this one.
    { ...('allow' in declared ? declared : { allow: declared }), action: `${feature}.${verb}` },
  ])
  return Object.fromEntries(rows) as {
    readonly [Verb in keyof Verbs & string]: AccessRule & { readonly action: `${Feature}.${Verb}` }
  }
}

const isRung = (subject: Subject): subject is WorkspaceSubject => subject in roleOfSubject

function isSubject(subject: Subject, actor: Actor, object: AccessObject | undefined): boolean {
  if (subject === 'anyone') return true
  if (actor.kind === 'anonymous')
    return (
      subject === 'signed-out' || (subject === 'second-factor-pending' && actor.secondFactorPending === true)
    )
  if (isRung(subject)) return isAtLeast(actor.workspace.role, roleOfSubject[subject])
  switch (subject) {
    case 'signed-out':
    case 'second-factor-pending':
      return false
    case 'user':
    case 'any-role':
      return true
    case 'app-admin':
      return actor.role === 'admin' && actor.impersonatedBy === null && !actor.token
    case 'creator':
      // Without an object: the actor may have created some object.
      return (
        isAtLeast(actor.workspace.role, 'member') &&
        (object === undefined || object.createdById === actor.userId)
      )
    default:
      return actor.workspace.role === subject
  }
}

function isMet(condition: Condition, actor: Actor): boolean {
  if (actor.kind === 'anonymous') return false
  switch (condition) {
    case 'unverified':
      return !actor.emailVerified
    case 'impersonated':
      return actor.impersonatedBy !== null
    case 'personal-workspace':
      return actor.workspace.organizationId === null
  }
}

const isIncluded = (actor: Actor, { entitlement }: AccessRule): boolean =>
  entitlement === undefined ||
  actor.kind === 'anonymous' ||
  (actor.workspace.plan?.includes.includes(entitlement) ?? true)

/**
 * Whether the rule allows the actor; the same on the server and in the browser. Without an object, a rule
 * that depends on one returns whether it could allow some object. A token narrows what its owner may do,
 * and never gives the rights of an administrator of the application. The plan of the workspace narrows it
 * too.
 */
export function may(actor: Actor, rule: AccessRule, object?: AccessObject): boolean {
  if (actor.kind === 'user' && actor.token && !actor.token.actions.includes(rule.action)) return false
  return (
    isIncluded(actor, rule) &&
    rule.allow.some((subject) => isSubject(subject, actor, object)) &&
    !rule.unless?.some((condition) => isMet(condition, actor))
  )
}

/**
 * Returns the error for a denied actor: unauthenticated without a session, else forbidden, with its own
 * message if verifying the address or another plan would help. Undefined if allowed.
 */
export function accessErrorOf(actor: Actor, rule: AccessRule, object?: AccessObject): AppError | undefined {
  if (may(actor, rule, object)) return undefined
  if (actor.kind === 'anonymous') return new AppError('unauthenticated', 'errors:signInFirst')
  if (!isIncluded(actor, rule) && may(actor, { ...rule, entitlement: undefined }, object))
    return new AppError('forbidden', 'errors:planNeeded')
  const isUnverified = rule.unless?.includes('unverified') && isMet('unverified', actor)
  return new AppError('forbidden', isUnverified ? 'errors:verifyFirst' : 'errors:forbidden')
}

/** First line of every verb. Returns the signed-in actor; throws AppError unauthenticated or forbidden. */
export function authorize(actor: Actor, rule: AccessRule, object?: AccessObject): SignedInActor {
  const error = accessErrorOf(actor, rule, object)
  if (error) throw error
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
  return actor
}
