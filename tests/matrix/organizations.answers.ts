import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { WorkspaceRole } from '#/core/access/actor.ts'
import { invitation, member, user } from '#/core/identity/identity.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import { createOrganization, createUser, type TestOrganization } from '../factories.ts'
import type { Asker, World } from './people.ts'
import { expectedAnswers, type Asked } from './table.ts'

const newEmail = () => `${createId()}@example.org`
const query = (name: string, values: Record<string, string>): Asked => ({
  path: `/api/auth/organization/${name}?${new URLSearchParams(values)}`,
})

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

function upload(): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'logo.png', { type: 'image/png' }))
  return form
}

/**
 * An organization of the asker's own, in which they have the role they have in Acme, if any; beside them an
 * owner and a plain member.
 */
async function likeAcme({ db, acme }: World, { actor }: Asker): Promise<TestOrganization> {
  const role = actor && acme.roles.get(actor.userId)
  const people: Record<WorkspaceRole, Awaited<ReturnType<typeof createUser>>[]> = {
    owner: [await createUser(db)],
    admin: [],
    member: [await createUser(db)],
  }
  if (actor && role) people[role].push(...(await db.select().from(user).where(eq(user.id, actor.userId))))
  return createOrganization(db, people)
}

/** The id of the member with that role who is not the asker. */
async function otherMember(
  { db }: World,
  { actor }: Asker,
  { organization, role }: { organization: TestOrganization; role: WorkspaceRole },
) {
  const [userId = ''] =
    [...organization.roles].find(([id, held]) => held === role && id !== actor?.userId) ?? []
  const [row] = await db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.organizationId, organization.id), eq(member.userId, userId)))
  return row?.id
}

async function createInvitation(
  { db }: World,
  organization: TestOrganization,
  email = newEmail(),
): Promise<string> {
  const id = createId()
  const [inviterId = ''] = [...organization.roles].find(([, role]) => role === 'owner') ?? []
  await db.insert(invitation).values({
    id,
    organizationId: organization.id,
    inviterId,
    email,
    role: 'member',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  return id
}

/** An invitation to the asker's address, into an organization where they are not. */
async function toAsker(world: World, { actor }: Asker): Promise<string> {
  const organization = await createOrganization(world.db, { owner: await createUser(world.db) })
  const [person] = actor ? await world.db.select().from(user).where(eq(user.id, actor.userId)) : []
  return createInvitation(world, organization, person?.email)
}

const inOwn = (body: object) => async (world: World, asker: Asker) => ({
  body: { organizationId: (await likeAcme(world, asker)).id, ...body },
})

const toMember =
  (of: WorkspaceRole, body: (memberId: string | undefined) => object) =>
  async (world: World, asker: Asker) => {
    const organization = await likeAcme(world, asker)
    return {
      body: {
        organizationId: organization.id,
        ...body(await otherMember(world, asker, { organization, role: of })),
      },
    }
  }

export const rows = expectedAnswers(
  `
  #                                                            stranger unverified personal member admin owner foreign appAdmin impersonating banned
  POST /api/auth/organization/create                           401      403        200      200    200   200   200     200      403           401
  POST /api/auth/organization/check-slug                       401      200        200      200    200   200   200     200      200           401
  POST /api/auth/organization/update                           401      404        404      403    200   200   404     404      403           401
  POST /api/auth/organization/update (the active one)          401      400        400      403    200   200   403     400      403           401
  POST /api/auth/organization/delete                           401      404        404      403    403   200   404     404      403           401
  GET /api/auth/organization/list                              401      200        200      200    200   200   200     200      200           401
  GET /api/auth/organization/get-full-organization             401      404        404      200    200   200   404     404      200           401
  POST /api/auth/organization/set-active                       401      404        404      200    200   200   404     404      200           401
  POST /api/auth/organization/set-active (personal)            401      200        200      200    200   200   200     200      200           401

  POST /api/auth/organization/invite-member                    401      404        404      403    200   200   404     404      403           401
  POST /api/auth/organization/invite-member (as an owner)      401      404        404      403    403   200   404     404      403           401
  POST /api/auth/organization/invite-member (the active one)   401      400        400      403    200   200   403     400      403           401
  POST /api/auth/organization/cancel-invitation                401      404        404      403    200   200   404     404      403           401
  POST /api/auth/organization/cancel-invitation (unknown)      401      404        404      404    404   404   404     404      404           401
  GET /api/auth/organization/list-invitations                  401      404        404      403    200   200   404     404      403           401
  GET /api/auth/organization/list-user-invitations             401      403        200      200    200   200   200     200      200           401
  GET /api/auth/organization/get-invitation (to me)            401      403        200      200    200   200   200     200      200           401
  GET /api/auth/organization/get-invitation (to another)       401      404        404      404    404   404   404     404      404           401
  POST /api/auth/organization/accept-invitation (to me)        401      403        200      200    200   200   200     200      403           401
  POST /api/auth/organization/accept-invitation (to another)   401      404        404      404    404   404   404     404      403           401
  POST /api/auth/organization/accept-invitation (unknown)      401      404        404      404    404   404   404     404      403           401
  POST /api/auth/organization/reject-invitation (to me)        401      403        200      200    200   200   200     200      403           401
  POST /api/auth/organization/reject-invitation (to another)   401      404        404      404    404   404   404     404      403           401

  POST /api/auth/organization/remove-member                    401      404        404      403    200   200   404     404      403           401
  POST /api/auth/organization/remove-member (an owner)         401      404        404      403    403   200   404     404      403           401
  POST /api/auth/organization/update-member-role               401      404        404      403    200   200   404     404      403           401
  POST /api/auth/organization/update-member-role (an owner)    401      404        404      403    403   200   404     404      403           401
  POST /api/auth/organization/update-member-role (to owner)    401      404        404      403    403   200   404     404      403           401
  POST /api/auth/organization/leave                            401      404        404      200    200   200   404     404      200           401
  GET /api/auth/organization/list-members                      401      404        404      200    200   200   404     404      200           401
  GET /api/auth/organization/get-active-member                 401      400        400      200    200   200   200     400      200           401
  GET /api/auth/organization/get-active-member-role            401      400        400      200    200   200   200     400      200           401

  organizations.mine                                           401      200        200      200    200   200   200     200      200           401
  organizations.checkSlug                                      401      200        200      200    200   200   200     200      200           401
  organizations.members                                        401      200        200      200    200   200   200     200      200           401
  organizations.invitations                                    401      200        200      403    200   200   403     200      403           401
  organizations.invitation                                     200      200        200      200    200   200   200     200      200           200
  organizations.invitation (unknown)                           404      404        404      404    404   404   404     404      404           404
  organizations.received                                       401      200        200      200    200   200   200     200      200           401
  organizations.uploadLogo                                     401      403        403      403    200   200   403     403      403           401
  organizations.transferOwnership                              401      403        403      403    403   200   403     403      403           401

  GET /dashboard/workspace                                     >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings                                      >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings-enhanced                             >/login  200        200      200    200   200   200     200      200           >/login
  GET /accept-invitation/$invitationId                         200      200        200      200    200   200   200     200      200           200
  GET /accept-invitation/$invitationId (unknown)               404      404        404      404    404   404   404     404      404           404
  `,
  {
    'POST /api/auth/organization/create': () => ({ body: { name: 'Apex', slug: `apex-${createId()}` } }),
    'POST /api/auth/organization/check-slug': () => ({ body: { slug: `apex-${createId()}` } }),
    'POST /api/auth/organization/update': inOwn({ data: { name: 'Apex' } }),
    'POST /api/auth/organization/update (the active one)': () => ({ body: { data: { name: 'Apex' } } }),
    'POST /api/auth/organization/delete': inOwn({}),
    'GET /api/auth/organization/get-full-organization': ({ acme }) =>
      query('get-full-organization', { organizationId: acme.id }),
    'POST /api/auth/organization/set-active': ({ acme }) => ({ body: { organizationId: acme.id } }),
    'POST /api/auth/organization/set-active (personal)': () => ({ body: { organizationId: null } }),

    'POST /api/auth/organization/invite-member': ({ acme }) => ({
      body: { email: newEmail(), role: 'member', organizationId: acme.id },
    }),
    'POST /api/auth/organization/invite-member (as an owner)': ({ acme }) => ({
      body: { email: newEmail(), role: 'owner', organizationId: acme.id },
    }),
    'POST /api/auth/organization/invite-member (the active one)': () => ({
      body: { email: newEmail(), role: 'member' },
    }),
    'POST /api/auth/organization/cancel-invitation': async (world) => ({
      body: { invitationId: await createInvitation(world, world.acme) },
    }),
    'POST /api/auth/organization/cancel-invitation (unknown)': () => ({ body: { invitationId: 'unknown' } }),
    'GET /api/auth/organization/list-invitations': ({ acme }) =>
      query('list-invitations', { organizationId: acme.id }),
    'GET /api/auth/organization/get-invitation (to me)': async (world, asker) =>
      query('get-invitation', { id: await toAsker(world, asker) }),
    'GET /api/auth/organization/get-invitation (to another)': async (world) =>
      query('get-invitation', { id: await createInvitation(world, world.acme) }),
    'POST /api/auth/organization/accept-invitation (to me)': async (world, asker) => ({
      body: { invitationId: await toAsker(world, asker) },
    }),
    'POST /api/auth/organization/accept-invitation (to another)': async (world) => ({
      body: { invitationId: await createInvitation(world, world.acme) },
    }),
    'POST /api/auth/organization/accept-invitation (unknown)': () => ({ body: { invitationId: 'unknown' } }),
    'POST /api/auth/organization/reject-invitation (to me)': async (world, asker) => ({
      body: { invitationId: await toAsker(world, asker) },
    }),
    'POST /api/auth/organization/reject-invitation (to another)': async (world) => ({
      body: { invitationId: await createInvitation(world, world.acme) },
    }),

    'POST /api/auth/organization/remove-member': toMember('member', (memberIdOrEmail) => ({
      memberIdOrEmail,
    })),
    'POST /api/auth/organization/remove-member (an owner)': toMember('owner', (memberIdOrEmail) => ({
      memberIdOrEmail,
    })),
    'POST /api/auth/organization/update-member-role': toMember('member', (memberId) => ({
      memberId,
      role: 'admin',
    })),
    'POST /api/auth/organization/update-member-role (an owner)': toMember('owner', (memberId) => ({
      memberId,
      role: 'member',
    })),
    'POST /api/auth/organization/update-member-role (to owner)': toMember('member', (memberId) => ({
      memberId,
      role: 'owner',
    })),
    'POST /api/auth/organization/leave': inOwn({}),
    'GET /api/auth/organization/list-members': ({ acme }) =>
      query('list-members', { organizationId: acme.id }),

    'organizations.checkSlug': () => ({ input: { slug: `apex-${createId()}` } }),
    'organizations.invitation': async (world) => ({
      input: { id: await createInvitation(world, world.acme) },
    }),
    'organizations.invitation (unknown)': () => ({ input: { id: 'unknown' } }),
    'organizations.uploadLogo': () => ({ input: upload() }),
    'GET /accept-invitation/$invitationId': async (world) => ({
      path: `/accept-invitation/${await createInvitation(world, world.acme)}/`,
    }),
    'GET /accept-invitation/$invitationId (unknown)': () => ({ path: '/accept-invitation/unknown/' }),
    'organizations.transferOwnership': async (world, asker) => ({
      input: { memberId: await otherMember(world, asker, { organization: world.acme, role: 'member' }) },
    }),
  },
)
