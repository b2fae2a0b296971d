import { defineAccess } from '#/core/access/access.ts'

const inOrganization = (...allow: ('member' | 'workspace-admin' | 'workspace-owner')[]) =>
  ({ allow, unless: ['personal-workspace'] }) as const

/**
 * Who may do what with organizations, by the role in the active one. Beyond these rows only an owner touches an
 * owner: an admin neither removes nor demotes one, makes none and invites none.
 */
export const organizationsAccess = defineAccess('organizations', {
  list: ['user'],
  create: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  checkSlug: ['user'],
  setActive: ['user'],
  // The input names the organization: the verb asks `update` or `delete` of the role held in that one.
  byId: ['user'],
  update: inOrganization('workspace-admin'),
  delete: { allow: ['workspace-owner'], unless: ['personal-workspace', 'impersonated'] },
  uploadLogo: inOrganization('workspace-admin'),
  members: ['member'],
  // Who impersonates a user gives nobody a role: it would outlast the impersonation.
  setMemberRole: { allow: ['workspace-admin'], unless: ['personal-workspace', 'impersonated'] },
  removeMember: inOrganization('workspace-admin'),
  leave: inOrganization('member'),
  transferOwnership: { allow: ['workspace-owner'], unless: ['personal-workspace', 'impersonated'] },
  invitations: ['workspace-admin'],
  // In the personal workspace the verb says why there is nobody to invite.
  invite: { allow: ['workspace-admin'], unless: ['impersonated'] },
  resendInvitation: { allow: ['workspace-admin'], unless: ['personal-workspace', 'impersonated'] },
  revokeInvitation: inOrganization('workspace-admin'),
  // The page of the mailed link, before anybody has signed in: the link is enough to know what it leads to.
  invitation: ['anyone'],
  received: ['user'],
  // An admin who impersonates the user joins and declines nothing for them.
  acceptInvitation: { allow: ['user'], unless: ['impersonated'] },
  declineInvitation: { allow: ['user'], unless: ['impersonated'] },
})
