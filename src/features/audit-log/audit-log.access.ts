import { defineAccess } from '@plinth/core/access'

/**
 * The whole log is for admins; users read entries about their own account, owners those of their
 * organization.
 */
export const auditAccess = defineAccess('audit', {
  list: ['app-admin'],
  export: ['app-admin'],
  mine: ['user'],
  organization: { allow: ['workspace-owner'], unless: ['personal-workspace'] },
})
