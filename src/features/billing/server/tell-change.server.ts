import { and, eq, sql } from 'drizzle-orm'
import { anonymous } from '@plinth/core/access'
import { type Transaction, databaseNow, member, organization } from '@plinth/core/database/server'
import { mailUser, withoutAddress } from '@plinth/core/mail/server'
import { writeAudit } from '@plinth/core/verb/server'
import { planNamed } from '../offers.ts'
import { seatsOf } from './account.server.ts'
import { type BillingAccount, billingAccounts } from './billing.table.server.ts'
import { isLive } from './provider/read-provider.server.ts'

type UserMail = Parameters<typeof mailUser>[2]

const TRIAL_TOLD_BEFORE_MS = 3 * 86_400_000

/** Writes the audit entry and the mails of what has changed between two readings, in their transaction. */
export async function tellChange(
  tx: Transaction,
  before: BillingAccount,
  after: BillingAccount,
): Promise<void> {
  if (before.plan !== after.plan || before.status !== after.status)
    await writeAudit(tx, anonymous, {
      action: 'billing.change',
      target: { type: 'billing', id: after.id },
      organizationId: after.organizationId,
      details: { plan: after.plan, status: after.status },
    })
  const mail = await mailOf(tx, before, after)
  if (mail) for (const userId of await ownersOf(tx, after)) await mailUser(tx, userId, mail)
}

async function mailOf(
  tx: Transaction,
  before: BillingAccount,
  after: BillingAccount,
): Promise<UserMail | undefined> {
  const plan = planNamed(after.plan ?? before.plan)?.name ?? ''
  const of = { ...withoutAddress, workspace: await nameOf(tx, after), plan }
  if (isLive(before.status) && !isLive(after.status)) return { template: 'planEnded', params: of }
  if (after.status === 'past_due' && before.status !== 'past_due')
    return { template: 'paymentFailed', params: of }
  if (isLive(after.status) && after.endsAt !== null && before.endsAt === null)
    return { template: 'planEnds', params: { ...of, on: after.endsAt } }
  const tooMany = after.plan === before.plan ? undefined : await tooManyMembers(tx, after)
  return tooMany ? { template: 'planTooSmall', params: { ...of, ...tooMany } } : trialMail(tx, after, of)
}

/** Nobody is removed when a plan has less room than members, but nobody can be invited either. */
async function tooManyMembers(
  tx: Transaction,
  { organizationId, plan, status }: BillingAccount,
): Promise<{ members: number; max: number } | undefined> {
  const max = planNamed(plan)?.limits.members
  if (!isLive(status) || max === undefined) return undefined
  const members = await seatsOf(tx, { organizationId })
  return members > max ? { members, max } : undefined
}

/** Once for each subscription, whichever reading is the first to see that the trial ends. */
async function trialMail(
  tx: Transaction,
  { id, subscriptionId, status, trialEnd, endsAt, trialToldFor }: BillingAccount,
  of: { workspace: string; plan: string; ip: undefined },
): Promise<UserMail | undefined> {
  if (status !== 'trialing' || trialEnd === null || endsAt !== null || trialToldFor === subscriptionId)
    return undefined
  if (trialEnd.getTime() - databaseNow().getTime() > TRIAL_TOLD_BEFORE_MS) return undefined
  await tx.update(billingAccounts).set({ trialToldFor: subscriptionId }).where(eq(billingAccounts.id, id))
  return { template: 'trialEnds', params: { ...of, on: trialEnd } }
}

async function ownersOf(tx: Transaction, { organizationId, ownerId }: BillingAccount): Promise<string[]> {
  if (organizationId === null) return ownerId === null ? [] : [ownerId]
  const owners = await tx
    .select({ id: member.userId })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.role, 'owner')))
  return owners.map(({ id }) => id)
}

async function nameOf(tx: Transaction, { organizationId }: BillingAccount): Promise<string> {
  const [row] = await tx
    .select({ name: organization.name })
    .from(organization)
    .where(sql`${organization.id} = ${organizationId}`)
  return row?.name ?? ''
}
