import { defineAccess } from '@plinth/core/access'

export const preferencesAccess = defineAccess('preferences', {
  mails: ['user'],
  // An impersonating admin may change neither the user's display nor their mail.
  setDisplay: { allow: ['user'], unless: ['impersonated'] },
  setMail: { allow: ['user'], unless: ['impersonated'] },
})
