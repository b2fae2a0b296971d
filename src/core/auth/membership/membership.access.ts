import { defineAccess } from '#/core/access/access.ts'

/**
 * Who may do what with an organization and its members, asked of the role in the organization that is
 * addressed. Beside these rows, nobody but an owner touches an owner: an admin neither removes nor demotes
 * one, makes none and invites none. In the browser the rows speak of the active workspace.
 */
export const membershipAccess = defineAccess('organization', {
  create: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  checkSlug: ['user'],
  list: ['user'],
  setActive: ['user'],
  read: { allow: ['member'], unless: ['personal-workspace'] },
  update: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  delete: { allow: ['workspace-owner'], unless: ['personal-workspace', 'impersonated'] },
  transferOwnership: { allow: ['workspace-owner'], unless: ['personal-workspace', 'impersonated'] },
  leave: { allow: ['member'], unless: ['personal-workspace'] },
  removeMember: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  updateMemberRole: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  invite: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  listInvitations: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  cancelInvitation: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  listOwnInvitations: { allow: ['user'], unless: ['unverified'] },
  readInvitation: ['user'],
  // Joining is the person's own word, which nobody gives for them.
  answerInvitation: { allow: ['user'], unless: ['impersonated'] },
})
