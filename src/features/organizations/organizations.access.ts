import { defineAccess } from '@plinth/core/access'

type Role = 'any-role' | 'workspace-admin' | 'workspace-owner'

const inOrganization = (...allow: Role[]) => ({ allow, unless: ['personal-workspace'] }) as const

// Denied while impersonating: a changed membership would outlast the impersonation.
const inOwnName = (...allow: Role[]) => ({ allow, unless: ['personal-workspace', 'impersonated'] }) as const

/**
 * Access to organizations by the role in the active one. In addition, only owners may make, invite, demote or
 * remove owners.
 */
export const organizationsAccess = defineAccess('organizations', {
  list: ['user'],
  create: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  checkSlug: ['user'],
  setActive: ['user'],
  removal: ['user'],
  // The input names the organization: the procedure checks `update` or `delete` against the role in that one.
  byId: ['user'],
  update: inOrganization('workspace-admin'),
  delete: inOwnName('workspace-owner'),
  uploadLogo: inOrganization('workspace-admin'),
  members: ['member'],
  changes: ['any-role'],
  setMemberRole: inOwnName('workspace-admin'),
  removeMember: inOwnName('workspace-admin'),
  leave: inOwnName('any-role'),
  transferOwnership: inOwnName('workspace-owner'),
  invitations: ['workspace-admin'],
  // In the personal workspace, the procedure explains why inviting is impossible.
  invite: { allow: ['workspace-admin'], unless: ['impersonated'] },
  resendInvitation: inOwnName('workspace-admin'),
  revokeInvitation: inOwnName('workspace-admin'),
  // For the page of the mailed link, before sign-in: the link alone grants reading the invitation.
  invitation: ['anyone'],
  received: ['user'],
  acceptInvitation: { allow: ['user'], unless: ['impersonated'] },
  declineInvitation: { allow: ['user'], unless: ['impersonated'] },
})
