import { defineAccess } from '#/core/access/access.ts'

type Role = 'member' | 'workspace-admin' | 'workspace-owner'

const inOrganization = (...allow: Role[]) => ({ allow, unless: ['personal-workspace'] }) as const

// Not for an admin who impersonates the user: a changed membership would outlast the impersonation.
const inOwnName = (...allow: Role[]) => ({ allow, unless: ['personal-workspace', 'impersonated'] }) as const

/**
 * Who may do what with organizations, by the role in the active one. Beyond these rows only an owner touches
 * an owner: an admin neither removes nor demotes one, makes none and invites none.
 */
export const organizationsAccess = defineAccess('organizations', {
  list: ['user'],
  create: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  checkSlug: ['user'],
  setActive: ['user'],
  // The input names the organization: the verb asks `update` or `delete` of the role held in that one.
  byId: ['user'],
  update: inOrganization('workspace-admin'),
  delete: inOwnName('workspace-owner'),
  uploadLogo: inOrganization('workspace-admin'),
  members: ['member'],
  setMemberRole: inOwnName('workspace-admin'),
  removeMember: inOwnName('workspace-admin'),
  leave: inOwnName('member'),
  transferOwnership: inOwnName('workspace-owner'),
  invitations: ['workspace-admin'],
  // In the personal workspace the verb says why there is nobody to invite.
  invite: { allow: ['workspace-admin'], unless: ['impersonated'] },
  resendInvitation: inOwnName('workspace-admin'),
  revokeInvitation: inOwnName('workspace-admin'),
  // The page of the mailed link, before anybody has signed in: the link is enough to know what it leads to.
  invitation: ['anyone'],
  received: ['user'],
  acceptInvitation: { allow: ['user'], unless: ['impersonated'] },
  declineInvitation: { allow: ['user'], unless: ['impersonated'] },
})
