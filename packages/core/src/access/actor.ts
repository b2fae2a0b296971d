import type { RegisterRole } from '#/lib/register.ts'

/** The ladder of roles in an organization, weakest first: each has the permissions of those before it. */
export const workspaceRoles = ['member', 'admin', 'owner'] as const
type Rung = (typeof workspaceRoles)[number]

/** A role beside the ladder, which the product has registered: it may do what a rule names it for. */
export type SideRole = RegisterRole extends { role: infer Own extends string } ? Own : never
export type WorkspaceRole = Rung | SideRole

/** The subjects of access rules that require a role or a stronger one. */
export const roleOfSubject = {
  member: 'member',
  'workspace-admin': 'admin',
  'workspace-owner': 'owner',
} as const satisfies Record<string, Rung>
export type WorkspaceSubject = keyof typeof roleOfSubject

/** Whether the role is `least` or stronger; false for a role beside the ladder. */
export function isAtLeast(role: WorkspaceRole, least: Rung): boolean {
  return workspaceRoles.findIndex((rung) => rung === role) >= workspaceRoles.indexOf(least)
}

export type ApplicationRole = 'admin' | 'user'

/** The tenant that content belongs to: an organization, or the personal workspace that the user owns. */
export type Workspace = {
  /** Null for the personal workspace. */
  organizationId: string | null
  role: WorkspaceRole
  /** Absent where nothing is sold: everything is included then. */
  plan?: WorkspacePlan
}

/** What a workspace pays for, as pages may know it. */
export type WorkspacePlan = {
  name: string
  /** The entitlements that access rules may name. */
  includes: readonly string[]
  /** What its owners are told on every page, such as a failed payment. */
  notice?: string
}

/**
 * What a program signs its requests with: an API key, or the token of an app that the user has connected. It
 * may do these actions only, and never more than its owner.
 */
export type Token = { id: string; kind: 'key' | 'app'; name: string; actions: readonly string[] }

/** The authenticated user of a request. Browser-safe: holds no secrets. */
export type SignedInActor = {
  kind: 'user'
  userId: string
  /** With a token, its id, which is no session's. */
  sessionId: string
  /** Set if the request came with a token instead of a session. */
  token?: Token
  role: ApplicationRole
  emailVerified: boolean
  workspace: Workspace
  /** The id of the impersonating admin; null otherwise. */
  impersonatedBy: string | null
}

/** `anonymous` has no session; with `secondFactorPending`, only the first factor has been passed. */
export type Actor = { kind: 'anonymous'; secondFactorPending?: true } | SignedInActor

export const anonymous: Actor = { kind: 'anonymous' }
export const pendingSecondFactorActor: Actor = { kind: 'anonymous', secondFactorPending: true }
