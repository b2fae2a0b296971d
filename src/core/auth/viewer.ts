import type { SignedInActor } from '#/core/access/actor.ts'

/**
 * The signed-in user as the interface shows them. Travels to the browser with the page: holds nothing
 * secret.
 */
export type Viewer = {
  actor: SignedInActor
  name: string
  email: string
  image: string | null
  /** Stored choice of language; null until made. */
  language: string | null
  /** Stored choice of how pages are shown, as `formatDisplay` writes it; null until made. */
  display: string | null
  /** When the account will be deleted, as ISO 8601; null while nobody has asked for it. */
  deletionScheduledFor: string | null
  /** The session was renewed more than an hour ago: the page asks Better Auth once, which prolongs it. */
  refreshDue: boolean
}

export type SecondFactorMethod = 'totp' | 'otp' | 'backupCode'

/**
 * Somebody between the two factors, as the pages of the second may know them. Travels to the browser: names
 * nobody.
 */
export type PendingSecondFactor = {
  methods: readonly SecondFactorMethod[]
  /** Where a mailed code would go, all but hidden. */
  address: string
}

/**
 * The query parameter of a write by a page: for which user and workspace the page was made, as `ownerOf`
 * writes it.
 */
export const OWNER_PARAM = 'for'

/**
 * The user and the active workspace. A page's writes name it, so that none of them lands where the session
 * has moved since.
 */
export const ownerOf = ({ userId, workspace }: SignedInActor): string =>
  `${userId}.${workspace.organizationId ?? 'personal'}`

/**
 * The header of every tRPC answer to somebody signed in: the mark of who asked, as the server had it then.
 */
export const ACTOR_HEADER = 'x-actor'

/**
 * Changes with everything that decides what the user sees and may: role, workspace, role in it, proved
 * address. A page that shows another mark than the answers carry is out of date. Says nothing that the page
 * does not hold anyway, and proves nothing.
 */
export function markOf({ userId, role, emailVerified, workspace, impersonatedBy }: SignedInActor): string {
  // Not by spaces: a header loses those at its end.
  return [userId, role, emailVerified, workspace.organizationId, workspace.role, impersonatedBy].join(',')
}
