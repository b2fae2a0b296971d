import type { AccessRule } from '#/core/access/access.ts'

// Separate from the table of the slices, which grows with every slice and which no public page needs.
/** The rules behind the declarations that are not actions. */
export const builtInRules: ReadonlyMap<string, AccessRule> = new Map(
  [
    { action: 'public', allow: ['anyone'] },
    { action: 'local', allow: ['anyone'] },
    { action: 'visitors', allow: ['signed-out'] },
    { action: 'secondFactorPending', allow: ['second-factor-pending'] },
    { action: 'signedIn', allow: ['user'] },
  ].map((rule) => [rule.action, rule as AccessRule]),
)
