import type { AccessRule } from '#/core/access/access.ts'

// Apart from the table of the slices, which no public page needs and which grows with every slice.
/** What the words that are no actions mean. */
export const everydayRules: ReadonlyMap<string, AccessRule> = new Map(
  [
    { action: 'public', allow: ['anyone'] },
    { action: 'local', allow: ['anyone'] },
    { action: 'visitors', allow: ['signed-out'] },
    { action: 'halfSignedIn', allow: ['half-signed-in'] },
    { action: 'signedIn', allow: ['user'] },
  ].map((rule) => [rule.action, rule as AccessRule]),
)
