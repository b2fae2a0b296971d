import type { AccessRule } from '#/core/access/access.ts'
import { everydayRules } from './built-in-rules.ts'
import { impersonationAccess } from '#/core/auth/administration/impersonation.access.ts'
import { membershipAccess } from '#/core/auth/membership/membership.access.ts'
import { providersAccess } from '#/core/auth/providers/providers.access.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import { adminAccess, usersAccess } from '#/features/administration/index.ts'
import { auditAccess } from '#/features/audit-log/index.ts'
import { chatsAccess } from '#/features/chat/index.ts'
import { accountAccess, connectionsAccess, passkeysAccess, sessionsAccess } from '#/features/account/index.ts'
import { documentsAccess } from '#/features/documents/index.ts'
import { organizationsAccess } from '#/features/organizations/index.ts'
import { postsAccess } from '#/features/posts/index.ts'
import { preferencesAccess } from '#/features/preferences/index.ts'
import { profileAccess } from '#/features/profile/index.ts'
import { todosAccess } from '#/features/todos/index.ts'
import { overviewAccess } from '../pages/overview/overview.access.ts'
import { permissionsAccess } from '../pages/permissions/permissions.access.ts'

const slices = [
  chatsAccess,
  adminAccess,
  auditAccess,
  accountAccess,
  connectionsAccess,
  documentsAccess,
  impersonationAccess,
  membershipAccess,
  organizationsAccess,
  overviewAccess,
  passkeysAccess,
  permissionsAccess,
  postsAccess,
  preferencesAccess,
  profileAccess,
  providersAccess,
  securityAccess,
  sessionsAccess,
  todosAccess,
  usersAccess,
] as const

type RowOf<Slice> = Slice extends unknown ? Slice[keyof Slice] : never

/** The name of everything that has a row, such as `posts.create`. */
export type Action = Extract<RowOf<(typeof slices)[number]>, AccessRule>['action']

/**
 * Who a route or a server function is for: everybody; visitors without a session; who owes the second factor;
 * whoever is signed in; people on this very machine in local mode (asked on the server only); or whoever may
 * do an action.
 */
export type Access = 'public' | 'visitors' | 'halfSignedIn' | 'signedIn' | 'local' | Action

/**
 * Every rule of the application by its action: who may do what. Slices declare, this merges; tests hold
 * procedures, routes and functions against it.
 */
export const accessTable: ReadonlyMap<string, AccessRule> = new Map(
  (slices as readonly Record<string, AccessRule>[])
    .flatMap((rows) => Object.values(rows))
    .map((rule) => [rule.action, rule]),
)

/** The row behind a declaration. Throws for one that no slice has declared. */
export function ruleOf(access: Access): AccessRule {
  const rule = everydayRules.get(access) ?? accessTable.get(access)
  if (!rule) throw new Error(`No slice declares who may ${access}`)
  return rule
}
