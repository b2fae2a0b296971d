import { defineAccess } from '#/core/access/access.ts'

const own = { allow: ['user'], unless: ['impersonated'] } as const

export const accountAccess = defineAccess('account', {
  // All a user has and the end of it are theirs alone, never of an impersonating administrator.
  export: own,
  latestExport: own,
  end: own,
  keep: own,
  // By the word in the mailed link, which proves the mailbox.
  keepByLink: ['anyone'],
})

export const sessionsAccess = defineAccess('sessions', { list: ['user'], revoke: own, revokeOthers: own })

// Adding one is an endpoint of the library: `securityAccess.addPasskey`.
export const passkeysAccess = defineAccess('passkeys', { list: ['user'], rename: own, remove: own })

// Linking sets cookies and leads to the provider: `providersAccess.link`.
export const connectionsAccess = defineAccess('connections', { list: ['user'], disconnect: own })
