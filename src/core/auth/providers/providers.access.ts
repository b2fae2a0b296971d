import { defineAccess } from '#/core/access/access.ts'

/**
 * Who may do what with ways in by a provider. Signing in is for anyone; links are one's own, and never made
 * by somebody who borrows the session.
 */
export const providersAccess = defineAccess('providers', {
  listWaysIn: ['user'],
  link: { allow: ['user'], unless: ['impersonated'] },
  unlink: { allow: ['user'], unless: ['impersonated'] },
})
