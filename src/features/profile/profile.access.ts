import { defineAccess } from '#/core/access/access.ts'

export const profileAccess = defineAccess('profile', {
  // Otherwise the user would get mail in a language they did not choose.
  setLanguage: { allow: ['user'], unless: ['impersonated'] },
  uploadImage: ['user'],
  removeImage: ['user'],
})
