import { defineAccess } from '@plinth/core/access'

// An impersonating administrator may not change how others see the user, nor the language of their mail.
const own = { allow: ['user'], unless: ['impersonated'] } as const

export const profileAccess = defineAccess('profile', {
  setLanguage: own,
  uploadImage: own,
  removeImage: own,
})
