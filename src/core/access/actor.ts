/** The roles in an organization, weakest first: each may do what those before it may. */
export const workspaceRoles = ['member', 'admin', 'owner'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

/** Whether the role is `least` or a stronger one; false for a role that is not known. */
export function isAtLeast(role: WorkspaceRole, least: WorkspaceRole): boolean {
  return workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(least)
}

export type ApplicationRole = 'admin' | 'user'

/**
 * Where what a member creates belongs: an organization, or the person's own workspace, in which the person is
 * owner.
 */
export type Workspace = {
  /** Null is the personal workspace. */
  organizationId: string | null
  role: WorkspaceRole
}

/** The person behind a request, as far as the server has proved it. Browser-safe: carries no secret. */
export type SignedInActor = {
  kind: 'user'
  userId: string
  sessionId: string
  role: ApplicationRole
  emailVerified: boolean
  workspace: Workspace
  /** The admin who acts as this person; null otherwise. */
  impersonatedBy: string | null
}

/** Nobody with a session; `isHalf` for who has passed the first factor and owes the second. */
export type Actor = { kind: 'anonymous'; isHalf?: true } | SignedInActor

export const anonymous: Actor = { kind: 'anonymous' }
export const halfSignedInActor: Actor = { kind: 'anonymous', isHalf: true }
