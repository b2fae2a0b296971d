import { defineAccess } from '@plinth/core/access'

/** Anyone can sign in with a provider; users link them to their own account, never while impersonated. */
export const providersAccess = defineAccess('providers', {
  link: { allow: ['user'], unless: ['impersonated'] },
})

export const linkedAccountsAccess = defineAccess('linkedAccounts', {
  list: ['user'],
  unlink: { allow: ['user'], unless: ['impersonated'] },
})
