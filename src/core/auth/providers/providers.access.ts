import { defineAccess } from '#/core/access/access.ts'

/** Signing in with a provider is for anyone; a user links accounts to their own, never while impersonated. */
export const providersAccess = defineAccess('providers', {
  link: { allow: ['user'], unless: ['impersonated'] },
})
