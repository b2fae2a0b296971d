import { defineAccess } from '#/core/access/access.ts'

export const preferencesAccess = defineAccess('preferences', {
  mails: ['user'],
  // An admin who acts as somebody else decides neither what they see nor what they are told.
  setDisplay: { allow: ['user'], unless: ['impersonated'] },
  setMail: { allow: ['user'], unless: ['impersonated'] },
})
