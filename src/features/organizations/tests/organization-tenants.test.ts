import { inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { invitation, member, organization, session, user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { Answer, User } from './organization-client.ts'
import { invite, newAddress, openStage, openTeam, refusal } from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

type Ids = { organizationId: string; invitationId: string; userId: string }

/** Every procedure that takes an id of any kind, called with those of `ids`. */
function calls({
  organizationId,
  invitationId,
  userId,
}: Ids): [string, (someUser: User) => Promise<Answer>][] {
  const act = (name: string, input: object): [string, (someUser: User) => Promise<Answer>] => [
    `${name} ${Object.keys(input).join()}`,
    (someUser) => someUser.act(name, input),
  ]
  return [
    act('update', { id: organizationId, name: 'Mine', slug: `mine-${createId().toLowerCase()}` }),
    act('delete', { id: organizationId }),
    act('setActive', { id: organizationId }),
    act('resendInvitation', { id: invitationId }),
    act('revokeInvitation', { id: invitationId }),
    act('acceptInvitation', { id: invitationId }),
    act('acceptInvitation', { id: invitationId, proof: 'x'.repeat(32) }),
    act('declineInvitation', { id: invitationId }),
    act('removeMember', { userId }),
    act('setMemberRole', { userId, role: 'owner' }),
    act('setMemberRole', { userId, role: 'member' }),
    act('transferOwnership', { userId }),
  ]
}

/** Every row that belongs to the organization or its users. */
async function rowsOf(organizationId: string, users: readonly User[]) {
  const ids = users.map((someUser) => someUser.user.id)
  return Promise.all([
    stage.db
      .select()
      .from(organization)
      .where(inArray(organization.id, [organizationId])),
    stage.db
      .select()
      .from(member)
      .where(inArray(member.organizationId, [organizationId]))
      .orderBy(member.id),
    stage.db
      .select()
      .from(invitation)
      .where(inArray(invitation.organizationId, [organizationId]))
      .orderBy(invitation.id),
    stage.db.select().from(session).where(inArray(session.userId, ids)).orderBy(session.id),
    stage.db.select().from(user).where(inArray(user.id, ids)).orderBy(user.id),
  ])
}

test('another tenant using our ids gets the response for unknown ids and changes no row of ours', async () => {
  const [theirs, ours] = [await openTeam(stage), await openTeam(stage)]
  const own: Ids = {
    organizationId: ours.acme.id,
    invitationId: await invite(ours.owner, newAddress()),
    userId: ours.plain.user.id,
  }
  const unknown: Ids = { organizationId: createId(), invitationId: createId(), userId: createId() }
  const users = [ours.owner, ours.admin, ours.plain]
  const before = await rowsOf(ours.acme.id, users)
  for (const someUser of [theirs.owner, theirs.admin, theirs.plain, theirs.outsider]) {
    const reference = calls(unknown)
    for (const [at, [name, call]] of calls(own).entries()) {
      const answer = await call(someUser)
      expect(answer.status, name).toBeGreaterThanOrEqual(400)
      expect(refusal(answer), name).toEqual(refusal((await reference[at]?.[1](someUser)) ?? answer))
    }
  }
  expect(await rowsOf(ours.acme.id, users)).toEqual(before)
})
