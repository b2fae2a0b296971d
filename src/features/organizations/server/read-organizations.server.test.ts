import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { invitation, member } from '@plinth/core/database/server'
import { issueProof } from './invitations/invitation-proof.server.ts'
import { createId } from '@plinth/core/schema'
import {
  actorOf,
  createOrganization,
  createTeam,
  createUser,
  type TestUser,
} from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { getInvitation } from './invitations/get-invitation.server.ts'
import { listInvitations } from './invitations/list-invitations.server.ts'
import { listMembers } from './members/list-members.server.ts'
import { listOrganizations } from './list-organizations.server.ts'
import { listReceivedInvitations } from './invitations/list-received-invitations.server.ts'

const { db } = await openTestDatabase()
const context = (actor: Actor) => makeContext(db, actor)
const page = { cursor: undefined, limit: 20 }
const HOUR_MS = 3_600_000

type Values = Partial<typeof invitation.$inferInsert> & { organizationId: string; inviterId: string }

async function createInvitation(values: Values): Promise<string> {
  const id = createId()
  await db.insert(invitation).values({
    id,
    email: `${id}@example.com`,
    role: 'member',
    expiresAt: new Date(Date.now() + HOUR_MS),
    ...values,
  })
  return id
}

const proofOf = (id: string) => db.transaction((tx) => issueProof(tx, id))

describe('my organizations', () => {
  test('are only those the user belongs to, by name, with the role in each', async () => {
    const ada = await createUser(db)
    const [first, second] = [
      await createOrganization(db, { owner: ada }),
      await createOrganization(db, { member: ada }),
    ]
    await createTeam(db)
    const { items, nextCursor } = await listOrganizations(context(actorOf(ada)))
    expect(items.map(({ id, role }) => [id, role])).toEqual([
      [first.id, 'owner'],
      [second.id, 'member'],
    ])
    expect(nextCursor).toBeNull()
  })

  test('require a signed-in user', async () => {
    expect(await failureOf(listOrganizations(context(anonymous)))).toMatchObject({
      kind: 'unauthenticated',
    })
  })
})

describe('members', () => {
  test('are those of the active organization, paginated without duplicates', async () => {
    const { organization, owner } = await createTeam(db)
    const more = await Promise.all(Array.from({ length: 4 }, () => createUser(db)))
    await db.insert(member).values(
      more.map(({ id }) => ({
        id: createId(),
        organizationId: organization.id,
        userId: id,
        role: 'member',
      })),
    )
    await createTeam(db)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const { items, nextCursor } = await listMembers(context(owner), { cursor, limit: 3 })
      seen.push(...items.map(({ userId }) => userId))
      cursor = nextCursor
    } while (cursor)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
  })

  test('show their addresses to owners and admins; plain members see only their own', async () => {
    const { owner, admin, member: plain } = await createTeam(db)
    for (const actor of [owner, admin])
      expect((await listMembers(context(actor), page)).items.every(({ email }) => email !== null)).toBe(true)
    const { items } = await listMembers(context(plain), page)
    expect(items.filter(({ email }) => email !== null).map(({ userId }) => userId)).toEqual([plain.userId])
  })

  test('are none in the personal workspace, and anonymous callers are unauthenticated', async () => {
    expect(await listMembers(context(actorOf(await createUser(db))), page)).toEqual({
      items: [],
      nextCursor: null,
    })
    expect(await failureOf(listMembers(context(anonymous), page))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('invitations', () => {
  test('are listed with their status', async () => {
    const { organization, admin, owner } = await createTeam(db)
    const by = { organizationId: organization.id, inviterId: owner.userId }
    const statuses: [string, Partial<Values>][] = [
      ['pending', {}],
      ['accepted', { status: 'accepted' }],
      ['declined', { status: 'rejected' }],
      ['revoked', { status: 'canceled' }],
      ['expired', { status: 'expired' }],
      ['expired', { expiresAt: new Date(Date.now() - HOUR_MS) }],
    ]
    const expected = new Map<string, string>()
    for (const [status, values] of statuses)
      expected.set(await createInvitation({ ...by, ...values }), status)
    const { items } = await listInvitations(context(admin), page)
    expect(new Map(items.map(({ id, status }) => [id, status]))).toEqual(expected)
    expect(items[0]?.inviter).toEqual({ id: owner.userId, name: 'Ada Lovelace' })
  })

  test('of other organizations are not listed, and plain members are denied', async () => {
    const [here, there] = [await createTeam(db), await createTeam(db)]
    await createInvitation({ organizationId: there.organization.id, inviterId: there.owner.userId })
    expect((await listInvitations(context(here.owner), page)).items).toEqual([])
    expect(await failureOf(listInvitations(context(there.member), page))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(listInvitations(context(anonymous), page))).toMatchObject({
      kind: 'unauthenticated',
    })
  })
})

describe('one invitation', () => {
  async function invited(values: Partial<TestUser> = {}) {
    const { organization, owner } = await createTeam(db)
    const user = await createUser(db, values)
    return {
      user,
      owner,
      id: await createInvitation({
        organizationId: organization.id,
        inviterId: owner.userId,
        email: user.email,
      }),
    }
  }

  test('is shown to anyone with the link, but the full address only with the proof or to its account', async () => {
    const { user, owner, id } = await invited()
    const proof = await proofOf(id)
    const shown = {
      role: 'member',
      status: 'pending',
      organization: { name: 'Acme', logo: null },
      inviter: { name: 'Ada Lovelace' },
    }
    const masked = `${user.email.slice(0, 1)}•••@example.com`
    const seenBy = async (actor: Actor, mailed?: string) =>
      getInvitation(context(actor), { id, proof: mailed })
    expect(await seenBy(anonymous)).toMatchObject({
      ...shown,
      viewer: 'signedOut',
      email: masked,
      hasProof: false,
    })
    expect(await seenBy(anonymous, 'x'.repeat(32))).toMatchObject({ email: masked, hasProof: false })
    expect(await seenBy(anonymous, proof)).toMatchObject({
      viewer: 'signedOut',
      email: user.email,
      hasProof: true,
    })
    expect(await seenBy(owner)).toMatchObject({ viewer: 'otherAccount', email: masked })
    expect(await seenBy(actorOf(user))).toMatchObject({ viewer: 'recipient', email: user.email })
  })

  test('needs the proof if the address is not verified', async () => {
    const { user, id } = await invited({ emailVerified: false })
    const proof = await proofOf(id)
    expect(await getInvitation(context(actorOf(user)), { id })).toMatchObject({ viewer: 'unverified' })
    expect(await getInvitation(context(actorOf(user)), { id, proof })).toMatchObject({
      viewer: 'recipient',
    })
  })

  test('with an unknown id is not found', async () => {
    expect(await failureOf(getInvitation(context(anonymous), { id: createId() }))).toMatchObject({
      kind: 'not_found',
    })
  })

  test('stores its proof only as a hash', async () => {
    const { id } = await invited()
    const proof = await proofOf(id)
    const dump = await db.execute('select * from verification')
    expect(JSON.stringify(dump.rows)).toContain(id)
    expect(JSON.stringify(dump.rows)).not.toContain(proof)
  })

  test('is received by the verified owner of its address while it is pending', async () => {
    const { user, id } = await invited()
    const received = async (actor: Actor) =>
      (await listReceivedInvitations(context(actor))).items.map((item) => item.id)
    expect(await received(actorOf(user))).toEqual([id])
    expect(await received(actorOf(await createUser(db)))).toEqual([])
    const unverified = await invited({ emailVerified: false })
    expect(await received(actorOf(unverified.user))).toEqual([])
    await db.update(invitation).set({ status: 'canceled' }).where(eq(invitation.id, id))
    expect(await received(actorOf(user))).toEqual([])
    expect(await failureOf(listReceivedInvitations(context(anonymous)))).toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
