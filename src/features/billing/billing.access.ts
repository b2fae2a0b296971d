import { defineAccess } from '@plinth/core/access'

/** Billing is for owners: of the organization, and everybody of their personal workspace. */
export const billingAccess = defineAccess('billing', {
  overview: ['workspace-owner'],
  refresh: ['workspace-owner'],
  // Denied while impersonating: what is bought or cancelled would outlast the impersonation.
  change: { allow: ['workspace-owner'], unless: ['unverified', 'impersonated'] },
})

/** For administrators of the application. */
export const billingAdminAccess = defineAccess('billing.admin', {
  workspaces: ['app-admin'],
  grant: ['app-admin'],
})
