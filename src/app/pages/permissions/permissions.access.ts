import { defineAccess } from '#/core/access/access.ts'

/** One row for each kind of rule there is. Nothing depends on them but the page that shows them at work. */
export const permissionsAccess = defineAccess('permissions', {
  mine: ['user'],
  sources: ['user'],
  verified: { allow: ['user'], unless: ['unverified'] },
  inOrganization: { allow: ['member'], unless: ['personal-workspace'] },
  workspaceAdmin: ['workspace-admin'],
  workspaceOwner: ['workspace-owner'],
  applicationAdmin: ['app-admin'],
  inPerson: { allow: ['user'], unless: ['impersonated'] },
})
