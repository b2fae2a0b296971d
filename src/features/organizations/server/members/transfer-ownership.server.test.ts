import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { invitation, member } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { transferOwnership } from './transfer-ownership.server.ts'

const { db } = await openTestDatabase()
const transfer = (actor: Actor, userId: string) => transferOwnership(makeContext(db, actor), { userId })

async function rowOf({ userId, workspace }: SignedInActor) {
  const [row] = await db
    .select()
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.organizationId, workspace.organizationId ?? '')))
  if (!row) throw new Error('No member')
  return row
}

describe('ownership', () => {
  test('is transferred to the member, and the previous owner becomes an admin', async () => {
    const { organization, owner, member: plain } = await createTeam(db)
    const { userId } = plain
    expect(await transfer(owner, userId)).toEqual({ userId })
    expect([(await rowOf(owner)).role, (await rowOf(plain)).role]).toEqual(['admin', 'owner'])
    expect(await auditOf(db, organization.id)).toMatchObject([
      {
        action: 'organization.transfer',
        actorId: owner.userId,
        details: { userId: plain.userId, roleBefore: 'member' },
      },
    ])
  })

  test('revokes pending owner invitations of the previous owner when transferred', async () => {
    const { organization, owner, member: plain } = await createTeam(db)
    const values = {
      organizationId: organization.id,
      inviterId: owner.userId,
      expiresAt: new Date(Date.now() + 60_000),
    }
    await db.insert(invitation).values(
      ['owner', 'admin'].map((role) => ({
        ...values,
        id: createId(),
        email: `${createId()}@example.com`,
        role,
      })),
    )
    await transfer(owner, plain.userId)
    const rows = await db.select().from(invitation).where(eq(invitation.organizationId, organization.id))
    expect(Object.fromEntries(rows.map(({ role, status }) => [role, status]))).toEqual({
      owner: 'canceled',
      admin: 'pending',
    })
  })

  test('transferred to two members in parallel goes to one', async () => {
    const { owner, admin, member: plain } = await createTeam(db)
    const targets = [admin, plain]
    expect(await outcomesOf(targets.map(({ userId }) => transfer(owner, userId)))).toEqual({
      ok: 1,
      forbidden: 1,
    })
    expect(
      [await rowOf(owner), await rowOf(admin), await rowOf(plain)].filter(({ role }) => role === 'owner'),
    ).toHaveLength(1)
  })

  test('does not change if the audit log cannot be written', async () => {
    const { owner, member: plain } = await createTeam(db)
    await whileAuditFails(db, () => expect(transfer(owner, plain.userId)).rejects.toThrow())
    expect([(await rowOf(owner)).role, (await rowOf(plain)).role]).toEqual(['owner', 'member'])
  })
})

describe('a transfer is rejected', () => {
  test('for non-owners, while impersonating, in the personal workspace and for anonymous callers', async () => {
    const { owner, admin, member: plain } = await createTeam(db)
    for (const actor of [
      admin,
      plain,
      { ...owner, impersonatedBy: 'the-admin' },
      actorOf(await createUser(db)),
    ])
      expect(await failureOf(transfer(actor, plain.userId))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(transfer(anonymous, plain.userId))).toMatchObject({ kind: 'unauthenticated' })
  })

  test('for members of other organizations and unknown users alike, and for owners', async () => {
    const [here, there] = [await createTeam(db), await createTeam(db)]
    const foreign = await failureOf(transfer(here.owner, there.member.userId))
    expect(foreign).toEqual(await failureOf(transfer(here.owner, createId())))
    expect(foreign).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(transfer(here.owner, here.owner.userId))).toMatchObject({
      kind: 'conflict',
      code: 'organizations:errors.alreadyOwner',
    })
  })
})
