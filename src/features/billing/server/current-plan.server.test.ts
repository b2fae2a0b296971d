import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedInActor, accessErrorOf, defineAccess, may } from '@plinth/core/access'
import { providePlans, requirePlanRoom, workspaceOf } from '@plinth/core/database/server'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import { createSession, createTeam } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { ensureAccount } from './account.server.ts'
import { billingAccounts } from './billing.table.server.ts'
import { currentPlan, sellingPlans } from './current-plan.server.ts'
import { eq } from 'drizzle-orm'

const { db } = await openTestDatabase()
beforeAll(() => providePlans(() => sellingPlans))
afterAll(() => providePlans(() => undefined))

const { hooks } = defineAccess('hooks', {
  hooks: { allow: ['workspace-admin'], entitlement: 'webhooks' },
})

/** The actor as a request has it. */
async function seen(actor: SignedInActor): Promise<SignedInActor> {
  const { token } = await createSession(db, actor, { secret: 'x' })
  return (await readSession(db, token)).actor as SignedInActor
}

type State = Partial<typeof billingAccounts.$inferInsert>
async function withState(actor: SignedInActor, state: State) {
  const id = await db.transaction((tx) => ensureAccount(tx, workspaceOf(actor)))
  const [account] = await db
    .update(billingAccounts)
    .set({ asked: 0, ...state })
    .where(eq(billingAccounts.id, id))
    .returning()
  if (!account) throw new Error('No account')
  return account
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000)

test.each<[State, string, string | undefined]>([
  [{}, 'free', undefined],
  [{ plan: 'team', status: 'active' }, 'team', undefined],
  [{ plan: 'team', status: 'trialing', trialEnd: day(10) }, 'team', undefined],
  [{ plan: 'team', status: 'trialing', trialEnd: day(2) }, 'team', 'trial'],
  [{ plan: 'team', status: 'past_due' }, 'team', 'failed'],
  [{ plan: 'team', status: 'active', endsAt: day(9) }, 'team', 'ends'],
  [{ plan: 'team', status: 'canceled', endsAt: day(-1) }, 'free', undefined],
  [{ plan: 'team', status: 'unpaid' }, 'free', undefined],
  [{ plan: 'team', status: 'incomplete' }, 'free', undefined],
  [{ plan: null, status: 'active' }, 'free', undefined],
  [{ plan: 'team', status: 'active', grantedPlan: 'business', grantedUntil: day(1) }, 'business', undefined],
  [{ grantedPlan: 'business', grantedUntil: day(-1) }, 'free', undefined],
  [{ grantedPlan: 'gone', grantedUntil: day(1) }, 'free', undefined],
])('%j is the plan %s, in the query of a session too', async (state, name, notice) => {
  const { owner } = await createTeam(db)
  const account = await withState(owner, state)
  expect(currentPlan(account) ?? 'free').toBe(name)
  const { plan } = (await seen(owner)).workspace
  expect({ name: plan?.name, notice: plan?.notice }).toEqual({ name, notice })
})

test('a rule that names an entitlement allows who may and has paid', async () => {
  const { admin, member } = await createTeam(db)
  const unpaid = await seen(admin)
  expect(may(unpaid, hooks)).toBe(false)
  expect(accessErrorOf(unpaid, hooks)).toMatchObject({ kind: 'forbidden', code: 'errors:planNeeded' })
  await withState(admin, { plan: 'team', status: 'active' })
  expect(may(await seen(admin), hooks)).toBe(true)
  expect(accessErrorOf(await seen(member), hooks)).toMatchObject({ code: 'errors:forbidden' })
  const { plan: _, ...unsold } = unpaid.workspace
  expect(may({ ...unpaid, workspace: unsold }, hooks)).toBe(true)
})

test('the plan of an organization is not that of its owner, nor of another', async () => {
  const [one, other] = [await createTeam(db), await createTeam(db)]
  await withState(one.owner, { plan: 'team', status: 'active' })
  const personal = { ...one.owner, workspace: { organizationId: null, role: 'owner' as const } }
  expect((await seen(personal)).workspace.plan?.name).toBe('free')
  await withState(personal, { plan: 'business', status: 'active' })
  expect((await seen(personal)).workspace.plan?.name).toBe('business')
  expect((await seen(one.member)).workspace.plan?.name).toBe('team')
  expect((await seen(other.owner)).workspace.plan?.name).toBe('free')
})

test('room is what the plan allows, and unlimited where it says nothing or nothing is sold', async () => {
  const { owner, organization } = await createTeam(db)
  const room = (limit: string, used: number) =>
    db.transaction((tx) =>
      requirePlanRoom(
        tx,
        { organizationId: organization.id, userId: null },
        { limit, used: async () => used },
      ),
    )
  await room('members', 2)
  expect(await failureOf(room('members', 3))).toEqual({
    kind: 'conflict',
    code: 'errors:planFull',
    params: { max: 3 },
  })
  await room('anything', 1_000_000)
  await withState(owner, { plan: 'business', status: 'active' })
  await room('members', 1_000_000)
  await withState(owner, { plan: null, status: null })
  providePlans(() => undefined)
  await room('members', 1_000_000)
  providePlans(() => sellingPlans)
})
