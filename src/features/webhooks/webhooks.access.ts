import { defineAccess } from '@plinth/core/access'

/** Webhooks belong to an organization. Its owners and admins see and change all of them. */
export const webhooksAccess = defineAccess('webhooks', {
  read: { allow: ['workspace-admin'], unless: ['personal-workspace'] },
  create: {
    allow: ['workspace-admin'],
    unless: ['personal-workspace', 'impersonated'],
    entitlement: 'webhooks',
  },
  // Denied while impersonating: a secret or an endpoint would outlast the impersonation.
  manage: { allow: ['workspace-admin'], unless: ['personal-workspace', 'impersonated'] },
})
