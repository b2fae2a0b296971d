import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { WorkspaceRole } from '@plinth/core/access'
import { invitation, member, user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { createOrganization, createUser, type TestOrganization } from '@plinth/testing/factories.ts'
import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { ownAddress } from '../../../tests/matrix/deletion.matrix.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

const newEmail = () => `${createId()}@example.org`
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

function upload(): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'logo.png', { type: 'image/png' }))
  return form
}

/**
 * A separate organization in which the caller has their role from Acme, if any, plus another owner and a
 * plain member.
 */
async function likeAcme({ db, acme }: World, { actor }: Caller): Promise<TestOrganization> {
  const role = actor && acme.roles.get(actor.userId)
  const own = actor && role ? await db.select().from(user).where(eq(user.id, actor.userId)) : []
  const held = (one: WorkspaceRole) => (one === role ? own : [])
  return createOrganization(db, {
    owner: [await createUser(db), ...held('owner')],
    admin: held('admin'),
    member: [await createUser(db), ...held('member')],
  })
}

/** A new user with that role in Acme, for one caller to act on. */
const toMember =
  (role: WorkspaceRole, input: object = {}) =>
  async ({ db, acme }: World) => {
    const { id: userId } = await createUser(db)
    await db.insert(member).values({ id: createId(), organizationId: acme.id, userId, role })
    return { input: { userId, ...input } }
  }

async function createInvitation(
  { db }: World,
  organization: TestOrganization,
  { email = newEmail(), role = 'member' }: { email?: string | undefined; role?: WorkspaceRole } = {},
): Promise<string> {
  const id = createId()
  const [inviterId = ''] = [...organization.roles].find(([, held]) => held === 'owner') ?? []
  await db.insert(invitation).values({
    id,
    organizationId: organization.id,
    inviterId,
    email,
    role,
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  return id
}

/** A member of an organization that no caller belongs to. */
async function foreignMember({ db }: World): Promise<string> {
  const somebody = await createUser(db)
  await createOrganization(db, { owner: await createUser(db), member: somebody })
  return somebody.id
}

/** An invitation to the caller's address, to an organization they are not in. */
async function toAsker(world: World, { actor }: Caller): Promise<string> {
  const organization = await createOrganization(world.db, { owner: await createUser(world.db) })
  const [someUser] = actor ? await world.db.select().from(user).where(eq(user.id, actor.userId)) : []
  return createInvitation(world, organization, { email: someUser?.email })
}

const inOwn =
  (input: object = {}) =>
  async (world: World, caller: Caller) => ({ input: { id: (await likeAcme(world, caller)).id, ...input } })

const toInvitation =
  (role: WorkspaceRole = 'member') =>
  async (world: World) => ({ input: { id: await createInvitation(world, world.acme, { role }) } })

const answering = async (world: World, caller: Caller) => ({ input: { id: await toAsker(world, caller) } })
const unknown = () => ({ input: { id: 'unknown' } })

export const rows = expectedAnswers(
  `
  #                                                  stranger unverified personal member admin owner foreign appAdmin impersonating banned
  organizations.list                                 401      200        200      200    200   200   200     200      200           401
  organizations.create                               401      403        200      200    200   200   200     200      403           401
  organizations.update                               401      404        404      403    200   200   404     404      403           401
  organizations.delete                               401      404        404      403    403   200   404     404      403           401
  organizations.delete (unknown)                     401      404        404      404    404   404   404     404      404           401
  organizations.setActive                            401      404        404      200    200   200   404     404      200           401
  organizations.setActive (personal)                 401      200        200      200    200   200   200     200      200           401
  organizations.removal                              401      404        404      404    404   404   404     404      404           401
  organizations.checkSlug                            401      200        200      200    200   200   200     200      200           401
  organizations.uploadLogo                           401      403        403      403    200   200   403     403      403           401

  organizations.members                              401      200        200      200    200   200   200     200      200           401
  organizations.changes                              401      200        200      200    200   200   200     200      200           401
  organizations.setMemberRole                        401      403        403      403    200   200   403     403      403           401
  organizations.setMemberRole (an owner)             401      403        403      403    403   200   403     403      403           401
  organizations.setMemberRole (to owner)             401      403        403      403    403   200   403     403      403           401
  organizations.setMemberRole (of another)           401      403        403      403    404   404   403     403      403           401
  organizations.removeMember                         401      403        403      403    200   200   403     403      403           401
  organizations.removeMember (an owner)              401      403        403      403    403   200   403     403      403           401
  organizations.removeMember (of another)            401      403        403      403    404   404   403     403      403           401
  organizations.leave                                401      403        403      200    200   200   200     403      403           401
  organizations.transferOwnership                    401      403        403      403    403   200   403     403      403           401
  organizations.transferOwnership (of another)       401      403        403      403    403   404   403     403      403           401

  organizations.invitations                          401      200        200      403    200   200   403     200      403           401
  organizations.invite                               401      400        400      403    200   200   403     400      403           401
  organizations.invite (as an owner)                 401      400        400      403    403   200   403     400      403           401
  organizations.resendInvitation                     401      403        403      403    200   200   403     403      403           401
  organizations.resendInvitation (of an owner)       401      403        403      403    403   200   403     403      403           401
  organizations.resendInvitation (of another)        401      403        403      403    404   404   403     403      403           401
  organizations.revokeInvitation                     401      403        403      403    200   200   403     403      403           401
  organizations.revokeInvitation (of an owner)       401      403        403      403    403   200   403     403      403           401
  organizations.revokeInvitation (of another)        401      403        403      403    404   404   403     403      403           401
  organizations.invitation                           200      200        200      200    200   200   200     200      200           200
  organizations.invitation (unknown)                 404      404        404      404    404   404   404     404      404           404
  organizations.received                             401      200        200      200    200   200   200     200      200           401
  organizations.acceptInvitation (to me)             401      403        200      200    200   200   200     200      403           401
  organizations.acceptInvitation (to another)        401      404        404      404    404   404   404     404      403           401
  organizations.acceptInvitation (unknown)           401      404        404      404    404   404   404     404      403           401
  organizations.declineInvitation (to me)            401      403        200      200    200   200   200     200      403           401
  organizations.declineInvitation (to another)       401      404        404      404    404   404   404     404      403           401

  GET /dashboard/workspace                           >/login  200        200      200    200   200   200     200      200           >/login
  GET /accept-invitation/$invitationId               200      200        200      200    200   200   200     200      200           200
  GET /accept-invitation/$invitationId (unknown)     404      404        404      404    404   404   404     404      404           404

  # The person of the column "personal" is the last owner of an organization in which another works.
  #                        stranger unverified personal member admin owner foreign appAdmin impersonating banned
  account.requestDeletion  401      200        409      200    200   200   200     200      403           401
  `,
  {
    'account.requestDeletion': ownAddress,
    'organizations.create': () => ({ input: { name: 'Apex', slug: `apex-${createId()}` } }),
    'organizations.update': inOwn({ name: 'Apex' }),
    'organizations.delete': inOwn(),
    'organizations.delete (unknown)': unknown,
    'organizations.setActive': ({ acme }) => ({ input: { id: acme.id } }),
    'organizations.setActive (personal)': () => ({ input: { id: null } }),
    'organizations.checkSlug': () => ({ input: { slug: `apex-${createId()}` } }),
    'organizations.uploadLogo': () => ({ input: upload() }),

    'organizations.setMemberRole': toMember('member', { role: 'admin' }),
    'organizations.setMemberRole (an owner)': toMember('owner', { role: 'member' }),
    'organizations.setMemberRole (to owner)': toMember('member', { role: 'owner' }),
    'organizations.setMemberRole (of another)': async (world) => ({
      input: { userId: await foreignMember(world), role: 'admin' },
    }),
    'organizations.removeMember': toMember('member'),
    'organizations.removeMember (an owner)': toMember('owner'),
    'organizations.removeMember (of another)': async (world) => ({
      input: { userId: await foreignMember(world) },
    }),
    'organizations.transferOwnership': toMember('member'),
    'organizations.transferOwnership (of another)': async (world) => ({
      input: { userId: await foreignMember(world) },
    }),

    'organizations.invite': () => ({ input: { email: newEmail(), role: 'member' } }),
    'organizations.invite (as an owner)': () => ({ input: { email: newEmail(), role: 'owner' } }),
    'organizations.resendInvitation': toInvitation(),
    'organizations.resendInvitation (of an owner)': toInvitation('owner'),
    'organizations.resendInvitation (of another)': answering,
    'organizations.revokeInvitation': toInvitation(),
    'organizations.revokeInvitation (of an owner)': toInvitation('owner'),
    'organizations.revokeInvitation (of another)': answering,
    'organizations.invitation': toInvitation(),
    'organizations.invitation (unknown)': unknown,
    'organizations.acceptInvitation (to me)': answering,
    'organizations.acceptInvitation (to another)': toInvitation(),
    'organizations.acceptInvitation (unknown)': unknown,
    'organizations.declineInvitation (to me)': answering,
    'organizations.declineInvitation (to another)': toInvitation(),

    'GET /accept-invitation/$invitationId': async (world) => ({
      path: `/accept-invitation/${await createInvitation(world, world.acme)}/`,
    }),
    'GET /accept-invitation/$invitationId (unknown)': () => ({ path: '/accept-invitation/unknown/' }),
  },
)
