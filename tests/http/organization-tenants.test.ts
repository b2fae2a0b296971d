import { inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { invitation, member, organization, session, user } from '#/core/identity/identity.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import type { Person } from './organization-client.ts'
import { invite, memberOf, newAddress, openStage, openTeam, refusal } from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

type Ids = {
  organizationId: string
  organizationSlug: string
  memberId: string
  invitationId: string
  email: string
  userId: string
}

/** Every endpoint that takes an id of any kind, asked with those of `ids`. */
function calls(ids: Ids): [string, (person: Person) => ReturnType<Person['post']>][] {
  const { organizationId, organizationSlug, memberId, invitationId, email, userId } = ids
  const post = (name: string, body: object) =>
    [`${name} ${Object.keys(body).join()}`, (person: Person) => person.post(name, body)] as const
  const get = (name: string, query: Record<string, string>) =>
    [`${name} ${Object.keys(query).join()}`, (person: Person) => person.get(name, query)] as const
  return [
    post('update', { organizationId, data: { name: 'Mine', slug: `mine-${createId()}`, logo: null } }),
    post('delete', { organizationId }),
    post('set-active', { organizationId }),
    post('set-active', { organizationSlug }),
    post('leave', { organizationId }),
    post('invite-member', { organizationId, email: newAddress(), role: 'owner' }),
    post('invite-member', { organizationId, email, role: 'member', resend: true }),
    post('cancel-invitation', { invitationId }),
    post('accept-invitation', { invitationId }),
    post('accept-invitation', { invitationId, proof: 'x'.repeat(32) }),
    post('reject-invitation', { invitationId }),
    post('remove-member', { memberIdOrEmail: memberId }),
    post('remove-member', { memberIdOrEmail: memberId, organizationId }),
    post('remove-member', { memberIdOrEmail: email }),
    post('update-member-role', { memberId, role: 'owner' }),
    post('update-member-role', { memberId, role: 'member', organizationId }),
    get('get-full-organization', { organizationId }),
    get('get-full-organization', { organizationSlug }),
    get('list-members', { organizationId }),
    get('list-members', { organizationSlug }),
    get('list-invitations', { organizationId }),
    get('get-invitation', { id: invitationId }),
    get('get-active-member-role', { organizationId }),
    get('get-active-member-role', { userId }),
  ].map(([name, call]) => [name, call])
}

/** Every row that belongs to the organization or its people. */
async function rowsOf(organizationId: string, people: readonly Person[]) {
  const ids = people.map((person) => person.user.id)
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

test('whatever another tenant asks with our ids is answered as with unknown ones, and changes no row of ours', async () => {
  const [theirs, ours] = [await openTeam(stage), await openTeam(stage)]
  const row = await memberOf(stage.db, ours.acme.id, ours.owner)
  const own: Ids = {
    organizationId: ours.acme.id,
    organizationSlug: ours.acme.slug,
    memberId: row?.id ?? '',
    invitationId: await invite(ours.owner, newAddress()),
    email: ours.plain.user.email,
    userId: ours.plain.user.id,
  }
  const unknown: Ids = {
    organizationId: createId(),
    organizationSlug: `acme-${createId()}`,
    memberId: createId(),
    invitationId: createId(),
    email: newAddress(),
    userId: createId(),
  }
  const people = [ours.owner, ours.admin, ours.plain]
  const before = await rowsOf(ours.acme.id, people)
  for (const person of [theirs.owner, theirs.admin, theirs.plain, theirs.outsider]) {
    const reference = calls(unknown)
    for (const [at, [name, call]] of calls(own).entries()) {
      const answer = await call(person)
      expect(answer.status, name).toBeGreaterThanOrEqual(400)
      expect(refusal(answer), name).toEqual(refusal((await reference[at]?.[1](person)) ?? answer))
    }
  }
  expect(await rowsOf(ours.acme.id, people)).toEqual(before)
})
