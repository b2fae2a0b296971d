import { existsSync } from 'node:fs'
import {
  type AccessRule,
  type Actor,
  accessErrorOf,
  anonymous,
  type SignedInActor,
} from '@plinth/core/access'
import { columns, type Column } from './actors.ts'

const user: SignedInActor = {
  kind: 'user',
  userId: 'ada',
  sessionId: 's',
  role: 'user',
  emailVerified: true,
  workspace: { organizationId: null, role: 'owner' },
  impersonatedBy: null,
}
const inAcme = (role: 'member' | 'admin' | 'owner'): SignedInActor => ({
  ...user,
  workspace: { organizationId: 'acme', role },
})
/** What the rule knows of each caller; `pending` is written as `stranger`. */
const actors: Record<Exclude<Column, 'pending'>, Actor> = {
  stranger: anonymous,
  unverified: { ...user, emailVerified: false },
  personal: user,
  member: inAcme('member'),
  admin: inAcme('admin'),
  owner: inAcme('owner'),
  foreign: inAcme('member'),
  appAdmin: { ...user, role: 'admin' },
  impersonating: { ...inAcme('member'), impersonatedBy: 'eve' },
  banned: anonymous,
}

/** The columns, as a comment above the lines. */
export const header = `#  ${columns.slice(0, -1).join('  ')}`

/**
 * What the rule sells, and the answers if it is all that decides. A page that a caller may not see does not
 * exist.
 */
export function wordsByRule(entryPoint: string, rule: AccessRule | undefined): string[] {
  const isPage = /^GET \/(?!api\/)/.test(entryPoint)
  const answers = Object.values(actors).map((actor) => {
    const error = rule && accessErrorOf(actor, rule)
    if (!error) return '200'
    if (error.kind !== 'unauthenticated') return isPage ? '404' : '403'
    return isPage ? '>/login' : '401'
  })
  return rule?.entitlement === undefined ? answers : [`+${rule.entitlement}`, ...answers]
}

/** Says where the line of an entry point goes, and what it is if the access rule is all that decides. */
export function missingLine(entryPoint: string, rule: AccessRule | undefined): string {
  return [
    `${entryPoint} has no line in the matrix. To ${fileFor(entryPoint)} add this one, and correct what is not so:`,
    `  ${header}`,
    `  ${[entryPoint, ...wordsByRule(entryPoint, rule)].join('  ')}`,
  ].join('\n')
}

/** The file of the feature that the entry point is called after. */
function fileFor(entryPoint: string): string {
  const words = entryPoint.split(/[ /.()]/)
  const feature = words.find((word) => word !== '' && existsSync(`src/features/${word}`))
  return feature === undefined
    ? "its feature's NAME.matrix.ts"
    : `src/features/${feature}/${feature}.matrix.ts`
}
