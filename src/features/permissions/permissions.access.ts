import { defineAccess } from '@plinth/core/access'

/** One row per kind of rule, only for the page that demonstrates them. */
export const permissionsAccess = defineAccess('permissions', {
  mine: ['user'],
  sources: ['user'],
  verified: { allow: ['user'], unless: ['unverified'] },
  inOrganization: { allow: ['member'], unless: ['personal-workspace'] },
  workspaceAdmin: ['workspace-admin'],
  workspaceOwner: ['workspace-owner'],
  applicationAdmin: ['app-admin'],
  notImpersonated: { allow: ['user'], unless: ['impersonated'] },
})
