import { defineAccess } from '#/core/access/access.ts'

export const profileAccess = defineAccess('profile', {
  // Mails would come in a language the person did not choose.
  setLanguage: { allow: ['user'], unless: ['impersonated'] },
  uploadImage: ['user'],
  removeImage: ['user'],
})
