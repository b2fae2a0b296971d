import { defineAccess } from '#/core/access/access.ts'

/** What this slice reads and does itself. The rows of Better Auth's endpoints are `membershipAccess`. */
export const organizationsAccess = defineAccess('organizations', {
  mine: ['user'],
  checkSlug: ['user'],
  members: ['member'],
  // In the personal workspace there are none; of an organization, plain members don't see them.
  invitations: ['workspace-admin'],
  // The page of the mail's link, before anybody has signed in: who has the link may know what it leads to.
  invitation: ['anyone'],
  received: ['user'],
  uploadLogo: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  transferOwnership: { allow: ['workspace-owner'], unless: ['personal-workspace', 'impersonated'] },
})
