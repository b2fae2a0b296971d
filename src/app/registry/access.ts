import type { AccessRule } from '#/core/access/access.ts'
import { builtInRules } from './built-in-rules.ts'
import { providersAccess } from '#/core/auth/providers/providers.access.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import { adminAccess, impersonationAccess, usersAccess } from '#/features/administration/index.ts'
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

/** The name of every action that has a rule, such as `posts.create`. */
export type Action = Extract<RowOf<(typeof slices)[number]>, AccessRule>['action']

/**
 * Who may use a route or a server function: everybody; visitors without a session; sign-ins with a pending
 * second factor; signed-in users; requests from this machine in local mode (checked on the server only); or
 * the users who may do an action.
 */
export type Access = 'public' | 'visitors' | 'secondFactorPending' | 'signedIn' | 'local' | Action

/**
 * Every access rule of the application, by action. Tests compare procedures, routes and functions with it.
 */
export const accessTable: ReadonlyMap<string, AccessRule> = new Map(
  (slices as readonly Record<string, AccessRule>[])
    .flatMap((rows) => Object.values(rows))
    .map((rule) => [rule.action, rule]),
)

/** Returns the rule behind a declaration. Throws for an action that no slice declares. */
export function ruleOf(access: Access): AccessRule {
  const rule = builtInRules.get(access) ?? accessTable.get(access)
  if (!rule) throw new Error(`No feature declares the access rule ${access}`)
  return rule
}
