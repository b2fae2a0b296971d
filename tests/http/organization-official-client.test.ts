import { createAuthClient } from 'better-auth/client'
import { organizationClient } from 'better-auth/client/plugins'
import { beforeAll, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { personOf } from './organization-client.ts'
import { newAddress, newSlug, openStage } from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

async function clientOf(email = newAddress()) {
  const user = await createUser(stage.db, { email })
  const { cookie } = await personOf(stage, user)
  const client = createAuthClient({
    baseURL: stage.url,
    plugins: [organizationClient()],
    fetchOptions: { throw: true, headers: { cookie, origin: stage.url } },
  })
  return { user, organization: client.organization }
}

test("Better Auth's own client founds, invites, joins, changes, leaves and deletes", async () => {
  const [ada, dan] = [await clientOf(), await clientOf()]
  const slug = newSlug()
  await ada.organization.checkSlug({ slug })
  const acme = await ada.organization.create({ name: 'Acme', slug })
  const invited = await ada.organization.inviteMember({ email: dan.user.email, role: 'member' })
  expect(
    await ada.organization.inviteMember({ email: dan.user.email, role: 'member', resend: true }),
  ).toMatchObject({ id: invited.id })
  expect(await ada.organization.listInvitations()).toMatchObject([
    { id: invited.id, email: dan.user.email, status: 'pending' },
  ])
  expect(await dan.organization.listUserInvitations()).toMatchObject([
    { id: invited.id, organizationName: 'Acme' },
  ])
  expect(await dan.organization.getInvitation({ query: { id: invited.id } })).toMatchObject({
    organizationSlug: slug,
    inviterEmail: ada.user.email,
  })
  await dan.organization.acceptInvitation({ invitationId: invited.id })
  expect(await dan.organization.list()).toMatchObject([{ id: acme.id }])
  const { member: own } = { member: await dan.organization.getActiveMember() }
  expect(own).toMatchObject({ role: 'member', organizationId: acme.id })
  await ada.organization.updateMemberRole({ memberId: own.id, role: 'admin' })
  expect(await dan.organization.getActiveMemberRole()).toEqual({ role: 'admin' })
  expect(
    await ada.organization.listMembers({ query: { limit: 10, sortBy: 'createdAt', sortDirection: 'desc' } }),
  ).toMatchObject({
    total: 2,
    members: [{ userId: dan.user.id }, { userId: ada.user.id }],
  })
  expect(await dan.organization.getFullOrganization()).toMatchObject({
    id: acme.id,
    members: [{}, {}],
    invitations: [{ status: 'accepted' }],
  })
  await dan.organization.update({ data: { name: 'Apex' } })
  await dan.organization.leave({ organizationId: acme.id })
  expect(await dan.organization.setActive({ organizationId: null })).toBeNull()
  expect(await ada.organization.setActive({ organizationSlug: slug })).toMatchObject({ name: 'Apex' })
  await ada.organization.delete({ organizationId: acme.id })
  expect(await ada.organization.list()).toEqual([])
})
