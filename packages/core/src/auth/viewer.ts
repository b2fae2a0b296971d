import type { SignedInActor } from '#/access/actor.ts'

/** The signed-in user as the interface shows them. Sent to the browser with the page: contains no secrets. */
export type Viewer = {
  actor: SignedInActor
  name: string
  email: string
  image: string | null
  /** The stored language; null until chosen. */
  language: string | null
  /** The stored display preferences, as formatted by `formatDisplay`; null until chosen. */
  display: string | null
  /** When the account will be deleted, as ISO 8601; null when no deletion is scheduled. */
  deletionScheduledFor: string | null
  /**
   * How many seconds ago the code was mailed that still verifies the address; null without one. A new one
   * can be requested a minute later.
   */
  verifyCodeAge: number | null
  /** The organization that the session was in when somebody ended the membership; null once it moves on. */
  removedFrom: string | null
  /** The session was refreshed more than an hour ago: the page calls Better Auth once to extend it. */
  refreshDue: boolean
}

export type SecondFactorMethod = 'totp' | 'otp' | 'backupCode'

/** A pending second factor, as its pages may know it. Sent to the browser: does not identify the user. */
export type PendingSecondFactor = {
  /** The page that asks for it. */
  page: string
  methods: readonly SecondFactorMethod[]
  /** The masked address a mailed code would go to. */
  address: string
}

/**
 * The query parameter of a page's writes: the user and workspace the page was rendered for, in the format of
 * `ownerOf`.
 */
export const OWNER_PARAM = 'for'

/**
 * Identifies the user and the active workspace. A page's writes include it, so that none reaches a session
 * that has switched since.
 */
export const ownerOf = ({ userId, workspace }: SignedInActor): string =>
  `${userId}.${workspace.organizationId ?? 'personal'}`

/** The header of every tRPC response to a signed-in user: the mark of the actor who made the request. */
export const ACTOR_HEADER = 'x-actor'

/**
 * Changes with everything that decides what the user may see and do: role, workspace, role in it, its plan,
 * verified address. A page whose mark differs from that of a response is out of date. Contains nothing the
 * page does not already have, and proves nothing.
 */
export function markOf({ userId, role, emailVerified, workspace, impersonatedBy }: SignedInActor): string {
  // Not joined by spaces: a header loses trailing ones.
  const { organizationId, role: inWorkspace, plan } = workspace
  return [userId, role, emailVerified, organizationId, inWorkspace, impersonatedBy, plan?.name].join(',')
}
