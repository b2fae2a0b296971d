import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitation, member, organization, session } from '#/core/identity/identity.table.server.ts'
import { posts } from '#/features/posts/index.server.ts'
import { actorOf, createOrganization, createPost } from '../factories.ts'
import { signIn } from './organization-client.ts'
import {
  actionsIn,
  invite,
  memberOf,
  newAddress,
  newSlug,
  openStage,
  openTeam,
  refusal,
} from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

describe('creating an organization', () => {
  test('makes the person its owner, makes it the active workspace and writes the audit log', async () => {
    const ada = await signIn(stage)
    const input = { name: 'Acme', slug: newSlug() }
    const { status, body } = await ada.post('create', input)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...input, members: [{ userId: ada.user.id, role: 'owner' }] },
    })
    expect(await ada.activeOrganization()).toBe(body.id)
    expect((await ada.query('organizations.mine')).body).toEqual({
      items: [{ id: body.id, ...input, logo: null, role: 'owner' }],
      nextCursor: null,
    })
    expect(await actionsIn(stage.db, String(body.id))).toEqual(['organization.create'])
  })

  test.each([
    'A',
    'a',
    'Acme',
    'a--b',
    '-a',
    'a-',
    'a b',
    '../../etc',
    'ä-b',
    'a_b',
    'x'.repeat(49),
    '',
    7,
    null,
  ])('refuses the slug %j', async (bad) => {
    const ada = await signIn(stage)
    expect(await ada.post('create', { name: 'Acme', slug: bad })).toMatchObject({
      status: 400,
      body: { field: 'slug', code: bad ? expect.stringMatching(/slugInvalid|required/) : 'errors:required' },
    })
    expect((await ada.query('organizations.mine')).body.items).toEqual([])
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(101) },
    { name: 'a\r\nBcc: x@y.example' },
    { name: { a: 1 } },
    { logo: 'javascript:alert(1)' },
    { logo: 'data:image/svg+xml,<svg onload=alert(1)>' },
    { metadata: { a: 'b' } },
    { userId: 'somebody' },
    { id: 'my-own' },
  ])('refuses %j', async (bad) => {
    const ada = await signIn(stage)
    expect(await ada.post('create', { name: 'Acme', slug: newSlug(), ...bad })).toMatchObject({
      status: 400,
      body: { field: Object.keys(bad)[0] },
    })
  })

  test('with a taken slug is a conflict at the field, and so is asking for it', async () => {
    const [ada, ben] = [await signIn(stage), await signIn(stage)]
    const taken = { name: 'Acme', slug: newSlug() }
    expect((await ben.post('check-slug', { slug: taken.slug })).body).toEqual({ status: true })
    await ada.post('create', taken)
    const expected = {
      status: 409,
      body: { code: 'membership:slugTaken', message: 'This slug is taken. Choose another.', field: 'slug' },
    }
    expect(await ben.post('create', taken)).toMatchObject(expected)
    expect(await ben.post('check-slug', { slug: taken.slug })).toMatchObject(expected)
  })

  test('is refused until the address is verified, and to a stranger', async () => {
    const eve = await signIn(stage, undefined, { emailVerified: false })
    expect(refusal(await eve.post('create', { name: 'Acme', slug: newSlug() }))).toEqual([
      403,
      'membership:verifyFirst',
    ])
    const answer = await fetch(`${stage.url}/api/auth/organization/create`, {
      method: 'POST',
      headers: { origin: stage.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Acme', slug: newSlug() }),
    })
    expect(answer.status).toBe(401)
  })

  test('stops at ten of which one is the owner', async () => {
    const ada = await signIn(stage)
    for (let at = 0; at < 10; at++) await createOrganization(stage.db, { owner: ada.user })
    expect(refusal(await ada.post('create', { name: 'Acme', slug: newSlug() }))).toEqual([
      409,
      'membership:tooManyOrganizations',
    ])
  })
})

describe('changing and deleting it', () => {
  test('owners and admins rename it; plain members and outsiders do not', async () => {
    const { acme, owner, admin, plain, outsider } = await openTeam(stage)
    expect(await owner.post('update', { data: { name: 'Apex' } })).toMatchObject({
      status: 200,
      body: { name: 'Apex', slug: acme.slug },
    })
    const renamed = newSlug()
    expect(await admin.post('update', { organizationId: acme.id, data: { slug: renamed } })).toMatchObject({
      status: 200,
      body: { slug: renamed },
    })
    expect(refusal(await plain.post('update', { data: { name: 'Mine' } }))).toEqual([403, 'errors:forbidden'])
    expect(
      refusal(await outsider.post('update', { organizationId: acme.id, data: { name: 'Mine' } })),
    ).toEqual([404, 'errors:notFound'])
    expect(await stage.db.select().from(organization).where(eq(organization.id, acme.id))).toMatchObject([
      { name: 'Apex', slug: renamed },
    ])
    expect(await actionsIn(stage.db, acme.id)).toEqual(['organization.update', 'organization.update'])
  })

  test('a slug that another has is a conflict, its own is not', async () => {
    const { acme, owner } = await openTeam(stage)
    const other = await createOrganization(stage.db)
    expect(await owner.post('update', { data: { slug: other.slug } })).toMatchObject({
      status: 409,
      body: { code: 'membership:slugTaken', field: 'slug' },
    })
    expect((await owner.post('update', { data: { slug: acme.slug } })).status).toBe(200)
  })

  test.each([{}, { metadata: {} }, { logo: '/api/files/abcdefghij' }, { id: 'x' }, { slug: 'No' }])(
    'refuses the change %j',
    async (data) => {
      const { owner } = await openTeam(stage)
      expect((await owner.post('update', { data })).status).toBe(400)
    },
  )

  test('only an owner deletes it; with it go its posts, members and invitations, and everybody is in the personal workspace', async () => {
    const { acme, owner, admin, plain, outsider } = await openTeam(stage)
    const author = actorOf(plain.user, acme)
    const post = await createPost(stage.db, author)
    await invite(owner, newAddress())
    const own = await createPost(stage.db, actorOf(plain.user))
    for (const [person, status] of [
      [admin, 403],
      [plain, 403],
      [outsider, 404],
    ] as const)
      expect((await person.post('delete', { organizationId: acme.id })).status).toBe(status)
    expect((await owner.post('delete', { organizationId: acme.id })).status).toBe(200)
    for (const table of [member, invitation, posts])
      expect(await stage.db.$count(table, eq(table.organizationId, acme.id))).toBe(0)
    expect(await stage.db.$count(session, eq(session.activeOrganizationId, acme.id))).toBe(0)
    expect((await plain.query('posts.get', { id: post.id })).status).toBe(404)
    expect((await plain.query('posts.get', { id: own.id })).status).toBe(200)
    expect(await actionsIn(stage.db, acme.id)).toContain('organization.delete')
    expect((await owner.post('delete', { organizationId: acme.id })).status).toBe(404)
  })

  test('an admin who acts as the owner does not delete it', async () => {
    const { acme, owner } = await openTeam(stage)
    await stage.db
      .update(session)
      .set({ impersonatedBy: 'the-admin' })
      .where(eq(session.userId, owner.user.id))
    expect((await owner.post('delete', { organizationId: acme.id })).status).toBe(403)
    expect(await stage.db.$count(organization, eq(organization.id, acme.id))).toBe(1)
  })
})

describe('the active workspace', () => {
  test('is chosen by id or slug, and null is the personal one', async () => {
    const { acme, plain } = await openTeam(stage)
    expect(await plain.post('set-active', { organizationId: null })).toEqual({ status: 200, body: null })
    expect(await plain.activeOrganization()).toBeNull()
    expect(await plain.post('set-active', { organizationSlug: acme.slug })).toMatchObject({
      status: 200,
      body: { id: acme.id },
    })
    expect(await plain.activeOrganization()).toBe(acme.id)
    expect((await plain.get('get-active-member')).body).toMatchObject({
      role: 'member',
      userId: plain.user.id,
    })
    expect((await plain.get('get-active-member-role')).body).toEqual({ role: 'member' })
  })

  test('of others is refused as an unknown one is, and stays what it was', async () => {
    const { acme, plain } = await openTeam(stage)
    const other = await createOrganization(stage.db)
    for (const body of [
      { organizationId: other.id },
      { organizationId: 'nothing' },
      { organizationSlug: other.slug },
      { organizationSlug: 'nothing' },
    ])
      expect(refusal(await plain.post('set-active', body))).toEqual([404, 'errors:notFound'])
    expect(await plain.activeOrganization()).toBe(acme.id)
  })

  test('of a removed member is the personal one at the next request, and a new role counts at the next request', async () => {
    const { acme, owner, plain } = await openTeam(stage)
    const foreign = await createPost(stage.db, actorOf(owner.user, acme))
    const edit = () => plain.mutate('posts.update', { id: foreign.id, title: 'Changed', content: 'x' })
    expect((await edit()).status).toBe(403)
    const row = await memberOf(stage.db, acme.id, plain)
    expect(await owner.post('update-member-role', { memberId: row?.id, role: 'admin' })).toMatchObject({
      status: 200,
      body: { role: 'admin' },
    })
    expect((await edit()).status).toBe(200)
    expect((await owner.post('remove-member', { memberIdOrEmail: row?.id })).status).toBe(200)
    expect((await plain.query('posts.get', { id: foreign.id })).status).toBe(404)
    expect(await plain.activeOrganization()).toBeNull()
    expect(refusal(await plain.get('get-active-member'))).toEqual([400, 'membership:personalWorkspace'])
  })

  test('of a member whose row is simply gone is the personal one too', async () => {
    const { acme, plain } = await openTeam(stage)
    await stage.db
      .delete(member)
      .where(and(eq(member.organizationId, acme.id), eq(member.userId, plain.user.id)))
    expect((await plain.query('organizations.members')).body).toEqual({ items: [], nextCursor: null })
    expect((await plain.get('get-full-organization')).body).toBeNull()
    expect((await plain.post('set-active', {})).body).toBeNull()
  })
})

test.each([
  'add-member',
  'create-team',
  'list-teams',
  'create-role',
  'list-roles',
  'has-permission',
  'get-organization',
  'set-active-team',
  'list-team-members',
])('%s of Better Auth is closed', async (name) => {
  const { owner } = await openTeam(stage)
  expect((await owner.post(name, {})).status).toBe(404)
  expect((await owner.get(name)).status).toBe(404)
})
