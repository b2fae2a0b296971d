import { defineAccess } from '#/core/access/access.ts'

export const accountAccess = defineAccess('account', {
  // All a person has and the end of it are theirs alone, never of an admin who acts as them.
  export: { allow: ['user'], unless: ['impersonated'] },
  latestExport: { allow: ['user'], unless: ['impersonated'] },
  end: { allow: ['user'], unless: ['impersonated'] },
  keep: { allow: ['user'], unless: ['impersonated'] },
  // By the word in the mailed link, which proves the mailbox.
  keepByLink: ['anyone'],
})
