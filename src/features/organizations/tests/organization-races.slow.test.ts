import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitation, member, organization } from '@plinth/core/database/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { createOrganization, createUser } from '@plinth/testing/factories.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { publicSettings } from '@plinth/testing/http/open-app.ts'
import { userOf, signIn, tally, type Answer } from './organization-client.ts'
import { invite, memberOf, newAddress, newSlug, openStage } from './organization-stage.ts'

const ROUNDS = 20

let stage: Awaited<ReturnType<typeof openStage>>
let second: RunningApp

beforeAll(async () => {
  stage = await openStage()
  second = await startApp({
    env: {
      DATABASE_URL: stage.app.database.url,
      BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET,
      APP_URL: stage.url,
    },
  })
})
afterAll(() => second.stop())

// Every other request of a race goes to the second instance; in the first rounds all go to the first.
const instanceOf = (round: number, at: number) =>
  round < ROUNDS / 2 || at % 2 === 0 ? stage.url : second.url

async function race(
  round: number,
  calls: number,
  call: (at: number, url: string) => Promise<Answer>,
): Promise<Record<string, number>> {
  return tally(await Promise.all(Array.from({ length: calls }, (_, at) => call(at, instanceOf(round, at)))))
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
const ownersOf = (organizationId: string) =>
  stage.db.$count(member, and(eq(member.organizationId, organizationId), eq(member.role, 'owner')))

async function openCompany(owners = 1) {
  const users = await Promise.all(Array.from({ length: owners }, () => createUser(stage.db)))
  const company = await createOrganization(stage.db, { owner: users })
  return { company, owners: await Promise.all(users.map((user) => userOf(stage, user, company))) }
}

describe('from one and from two instances', () => {
  test('an invitation accepted 20 times concurrently creates one member', async () => {
    const { company, owners } = await openCompany()
    const [owner] = owners
    for (const round of rounds) {
      const dan = await signIn(stage)
      const id = await invite(owner ?? dan, dan.user.email)
      const seen = await race(round, 20, (_, url) => dan.act('acceptInvitation', { id }, url))
      expect(seen).toEqual({ '200': 1, '409 organizations:errors.invitationOver': 19 })
      expect(
        await stage.db.$count(
          member,
          and(eq(member.organizationId, company.id), eq(member.userId, dan.user.id)),
        ),
      ).toBe(1)
    }
  })

  test('accepting while revoking or declining never does both', async () => {
    const { company, owners } = await openCompany()
    const [owner] = owners
    for (const round of rounds) {
      const dan = await signIn(stage)
      const id = await invite(owner ?? dan, dan.user.email)
      const isRevoked = round % 4 < 2
      const seen = await race(round, 2, (at, url) => {
        if (at === 0) return dan.act('acceptInvitation', { id }, url)
        return isRevoked
          ? (owner ?? dan).act('revokeInvitation', { id }, url)
          : dan.act('declineInvitation', { id }, url)
      })
      expect(seen).toEqual({ '200': 1, '409 organizations:errors.invitationOver': 1 })
      const [row] = await stage.db.select().from(invitation).where(eq(invitation.id, id))
      expect((await memberOf(stage.db, company.id, dan)) !== undefined).toBe(row?.status === 'accepted')
      if (row?.status === 'accepted') await dan.act('leave')
    }
  })

  test('two owners who leave, remove or demote each other leave one owner', async () => {
    for (const round of rounds) {
      const { company, owners } = await openCompany(2)
      const acts = ['leave', 'removeMember', 'setMemberRole'] as const
      const seen = await race(round, 2, (at, url) => {
        const act = acts[(round + at) % 3] ?? 'leave'
        const userId = owners[1 - at]?.user.id
        const input = {
          leave: undefined,
          removeMember: { userId },
          setMemberRole: { userId, role: 'member' },
        }[act]
        return owners[at]?.act(act, input, url) ?? Promise.reject(new Error('no owner'))
      })
      expect(await ownersOf(company.id)).toBeGreaterThanOrEqual(1)
      expect(Object.keys(seen).filter((name) => name.startsWith('5'))).toEqual([])
    }
  })

  test('four owners who leave concurrently leave one', async () => {
    for (const round of rounds) {
      const { company, owners } = await openCompany(4)
      const seen = await race(
        round,
        4,
        (at, url) => owners[at]?.act('leave', undefined, url) ?? Promise.reject(new Error('no owner')),
      )
      expect(seen).toEqual({ '200': 3, '409 organizations:errors.lastOwner': 1 })
      expect(await ownersOf(company.id)).toBe(1)
    }
  })

  test('ownership transferred twice concurrently is transferred once', async () => {
    for (const round of rounds.slice(0, 6)) {
      const [ada, ben, cleo] = await Promise.all([
        createUser(stage.db),
        createUser(stage.db),
        createUser(stage.db),
      ])
      const company = await createOrganization(stage.db, { owner: ada, member: [ben, cleo] })
      const owner = await userOf(stage, ada, company)
      const seen = await race(round, 2, (at, url) =>
        owner.act('transferOwnership', { userId: [ben, cleo][at]?.id }, url),
      )
      expect(seen).toEqual({ '200': 1, '403 errors:forbidden': 1 })
      expect(await ownersOf(company.id)).toBe(1)
    }
  })

  test('a slug requested ten times concurrently is given once, by creating or renaming', async () => {
    for (const round of rounds) {
      const slug = newSlug()
      const users = await Promise.all(Array.from({ length: 10 }, () => openCompany()))
      const seen = await race(round, 10, (at, url) => {
        const { company, owners } = users[at] ?? {}
        const [owner] = owners ?? []
        if (!company || !owner) throw new Error('no owner')
        return at % 3 === 0
          ? owner.act('update', { id: company.id, slug }, url)
          : owner.act('create', { name: 'Acme', slug }, url)
      })
      expect(seen).toEqual({ '200': 1, '409 organizations:errors.slugTaken': 9 })
      expect(await stage.db.$count(organization, eq(organization.slug, slug))).toBe(1)
    }
  })

  test('an address invited ten times concurrently gets one invitation and one mail', async () => {
    for (const round of rounds) {
      const { company, owners } = await openCompany()
      const email = newAddress()
      const body = { email: round % 2 === 0 ? email : email.toUpperCase(), role: 'member' }
      const seen = await race(
        round,
        10,
        (_, url) => owners[0]?.act('invite', body, url) ?? Promise.reject(new Error('no owner')),
      )
      expect(seen).toEqual({ '200': 1, '409 organizations:errors.alreadyInvited': 9 })
      expect(await stage.db.$count(invitation, eq(invitation.organizationId, company.id))).toBe(1)
      expect(await stage.db.$count(mail, eq(mail.to, email))).toBe(1)
    }
  })

  test('organizations stop at ten, however many are created concurrently', async () => {
    for (const round of rounds.slice(0, 4)) {
      const ada = await signIn(stage)
      for (let at = 0; at < 7; at++) await createOrganization(stage.db, { owner: ada.user })
      const seen = await race(round * 4, 12, (_, url) =>
        ada.act('create', { name: 'Acme', slug: newSlug() }, url),
      )
      expect(seen).toEqual({ '200': 3, '409 organizations:errors.tooManyOrganizations': 9 })
    }
  })

  test('members stop at a hundred, however many accept concurrently', async () => {
    const { company, owners } = await openCompany()
    const crowd = await Promise.all(Array.from({ length: 94 }, () => createUser(stage.db)))
    const guests = await Promise.all(Array.from({ length: 15 }, () => signIn(stage)))
    const [owner] = owners
    const ids: string[] = []
    for (const guest of guests) ids.push(await invite(owner ?? guest, guest.user.email))
    await stage.db
      .insert(member)
      .values(crowd.map(({ id }) => ({ id, organizationId: company.id, userId: id, role: 'member' })))
    const seen = await race(
      ROUNDS,
      15,
      (at, url) =>
        guests[at]?.act('acceptInvitation', { id: ids[at] }, url) ?? Promise.reject(new Error('no guest')),
    )
    expect(seen).toEqual({ '200': 5, '409 organizations:errors.organizationFull': 10 })
    expect(await stage.db.$count(member, eq(member.organizationId, company.id))).toBe(100)
  })

  test('invitations stop at a hundred a day, however many are sent concurrently', async () => {
    const { company, owners } = await openCompany()
    let accepted = 0
    // A later batch resends what a busy machine rejected with 503.
    for (let batch = 0; batch < 4 || accepted < 100; batch++) {
      const seen = await race(
        ROUNDS,
        30,
        (_, url) =>
          owners[0]?.act('invite', { email: newAddress(), role: 'member' }, url) ??
          Promise.reject(new Error('no owner')),
      )
      accepted += seen['200'] ?? 0
    }
    expect(accepted).toBe(100)
    expect(await stage.db.$count(invitation, eq(invitation.organizationId, company.id))).toBe(100)
  })
})
