import { defineAccess } from '#/core/access/access.ts'

/**
 * The whole log is for administrators; everybody reads what concerns their own account, an owner what was
 * done in the organization.
 */
export const auditAccess = defineAccess('audit', {
  list: ['app-admin'],
  export: ['app-admin'],
  mine: ['user'],
  organization: { allow: ['workspace-owner'], unless: ['personal-workspace'] },
})
