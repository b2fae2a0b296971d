import { defineAccess } from '#/access/access.ts'

export const referencesAccess = defineAccess('references', {
  // And what the rule of the referred feature requires.
  choices: ['member'],
})
