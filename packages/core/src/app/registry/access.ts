import type { AccessRule } from '#/access/access.ts'
import { attachmentsAccess } from '#/attachments/attachments.access.ts'
import { securityAccess } from '#/auth/security/security.access.ts'
import { referencesAccess } from '#/references/references.access.ts'
import type { Feature } from '#/feature.ts'
import type { Register } from '#/lib/register.ts'
import { overviewAccess } from '../overview/overview.access.ts'
import { keyed, merged } from './merged.ts'

const own = [overviewAccess, attachmentsAccess, referencesAccess, securityAccess] as const

type InstalledFeature = Register extends { features: infer Features } ? Features[keyof Features] : Feature
type RowOf<Rows> = Rows extends unknown ? Rows[keyof Rows] : never
type RowsOf<Brings> = Brings extends { readonly access: infer Own extends readonly unknown[] }
  ? Own[number]
  : never

/** The name of every action that has a rule, such as `account.export`. */
export type Action = Extract<RowOf<(typeof own)[number] | RowsOf<InstalledFeature>>, AccessRule>['action']

/**
 * Who may use a route or a server function: everybody; visitors without a session; sign-ins with a pending
 * second factor; signed-in users; requests from this machine in local mode (checked on the server only); or
 * the users who may do an action.
 */
export type Access = 'public' | 'visitors' | 'secondFactorPending' | 'signedIn' | 'local' | Action

/** The rules behind the declarations that are not actions. */
const builtInRules: ReadonlyMap<string, AccessRule> = new Map(
  [
    { action: 'public', allow: ['anyone'] },
    { action: 'local', allow: ['anyone'] },
    { action: 'visitors', allow: ['signed-out'] },
    { action: 'secondFactorPending', allow: ['second-factor-pending'] },
    { action: 'signedIn', allow: ['user'] },
  ].map((rule) => [rule.action, rule as AccessRule]),
)

type AccessRules = {
  /** Every rule of the application, by action. Tests compare procedures, routes and functions with it. */
  table: ReadonlyMap<string, AccessRule>
  /** Returns the rule behind a declaration. Throws for an action that no feature declares. */
  ruleOf(access: Access): AccessRule
}

/** The access rules of core and of these features. Throws if two declare the same action. */
export function accessRules(features: readonly Feature[]): AccessRules {
  const table = new Map(
    Object.entries(
      merged('the action', [
        { name: 'core', entries: byAction(own) },
        ...features.map(({ name, access = [] }) => ({ name, entries: byAction(access) })),
      ]),
    ),
  )
  return {
    table,
    ruleOf(access) {
      const rule = builtInRules.get(access) ?? table.get(access)
      if (!rule) throw new Error(`No feature declares the access rule ${access}`)
      return rule
    },
  }
}

function byAction(tables: readonly Readonly<Record<string, AccessRule>>[]) {
  return keyed(
    tables.flatMap((rows) => Object.values(rows)),
    ({ action }) => action,
  )
}
