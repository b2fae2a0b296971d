import { defineAccess } from '#/core/access/access.ts'

export const profileAccess = defineAccess('profile', {
  // The user would get mail in a language they did not choose.
  setLanguage: { allow: ['user'], unless: ['impersonated'] },
  uploadImage: ['user'],
  removeImage: ['user'],
})
