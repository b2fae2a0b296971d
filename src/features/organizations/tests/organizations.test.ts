import { organization as libraryOrganization } from 'better-auth/plugins'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitation, member, organization, session } from '@plinth/core/database/server'
import { actorOf, createOrganization, impersonate } from '@plinth/testing/factories.ts'
import { createRows } from '@plinth/testing/feature-fixtures.ts'
import { rowsWith } from '@plinth/testing/rows-with.ts'
import { userOf, signIn } from './organization-client.ts'
import { actionsIn, invite, newAddress, newSlug, openStage, openTeam, refusal } from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

describe('creating an organization', () => {
  test('makes the user its owner, makes it the active workspace and writes the audit log', async () => {
    const ada = await signIn(stage)
    const input = { name: 'Acme', slug: newSlug() }
    const { status, body } = await ada.act('create', input)
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: body.id, ...input, logo: null, role: 'owner' },
    })
    expect(await ada.activeOrganization()).toBe(body.id)
    expect((await ada.query('organizations.list')).body).toEqual({ items: [body], nextCursor: null })
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
  ])('rejects the slug %j', async (bad) => {
    const ada = await signIn(stage)
    const code =
      typeof bad === 'string' && bad !== '' ? 'organizations:errors.slugInvalid' : 'errors:required'
    expect(await ada.act('create', { name: 'Acme', slug: bad })).toMatchObject({
      status: 400,
      body: { fields: { slug: code } },
    })
    expect((await ada.query('organizations.list')).body.items).toEqual([])
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
  ])('rejects %j', async (bad) => {
    const ada = await signIn(stage)
    expect(await ada.act('create', { name: 'Acme', slug: newSlug(), ...bad })).toMatchObject({
      status: 400,
      body: { field: Object.keys(bad)[0] },
    })
  })

  test('with a taken slug is a conflict at the field, and checking the slug reports it', async () => {
    const [ada, ben] = [await signIn(stage), await signIn(stage)]
    const taken = { name: 'Acme', slug: newSlug() }
    const isFree = async () => (await ben.query('organizations.checkSlug', { slug: taken.slug })).body
    expect(await isFree()).toEqual({ available: true })
    await ada.act('create', taken)
    expect(await isFree()).toEqual({ available: false })
    expect(await ben.act('create', taken)).toMatchObject({
      status: 409,
      body: { code: 'organizations:errors.slugTaken', field: 'slug' },
    })
  })

  test('is rejected until the address is verified', async () => {
    const eve = await signIn(stage, undefined, { emailVerified: false })
    expect(refusal(await eve.act('create', { name: 'Acme', slug: newSlug() }))).toEqual([
      403,
      'errors:verifyFirst',
    ])
  })

  test('stops at ten owned organizations', async () => {
    const ada = await signIn(stage)
    for (let at = 0; at < 10; at++) await createOrganization(stage.db, { owner: ada.user })
    expect(refusal(await ada.act('create', { name: 'Acme', slug: newSlug() }))).toEqual([
      409,
      'organizations:errors.tooManyOrganizations',
    ])
  })
})

describe('changing and deleting it', () => {
  test('owners and admins rename it from any workspace; plain members and outsiders cannot', async () => {
    const { acme, owner, admin, plain, outsider } = await openTeam(stage)
    const { id } = acme
    expect(await owner.act('update', { id, name: 'Apex' })).toMatchObject({
      status: 200,
      body: { id, name: 'Apex', slug: acme.slug },
    })
    const renamed = newSlug()
    await admin.act('setActive', { id: null })
    expect(await admin.act('update', { id, slug: renamed })).toMatchObject({
      status: 200,
      body: { name: 'Apex', slug: renamed },
    })
    expect(refusal(await plain.act('update', { id, name: 'Mine' }))).toEqual([403, 'errors:forbidden'])
    expect(refusal(await outsider.act('update', { id, name: 'Mine' }))).toEqual([404, 'errors:notFound'])
    expect(await stage.db.select().from(organization).where(eq(organization.id, id))).toMatchObject([
      { name: 'Apex', slug: renamed },
    ])
    expect(await actionsIn(stage.db, id)).toEqual(['organization.update', 'organization.update'])
  })

  test('a slug taken by another organization is a conflict, its own is not', async () => {
    const { acme, owner } = await openTeam(stage)
    const other = await createOrganization(stage.db)
    expect(await owner.act('update', { id: acme.id, slug: other.slug })).toMatchObject({
      status: 409,
      body: { code: 'organizations:errors.slugTaken', field: 'slug' },
    })
    expect((await owner.act('update', { id: acme.id, slug: acme.slug })).status).toBe(200)
  })

  test.each([{}, { metadata: {} }, { logo: '/api/files/abcdefghij' }, { role: 'owner' }, { slug: 'No' }])(
    'rejects the change %j',
    async (changes) => {
      const { acme, owner } = await openTeam(stage)
      expect((await owner.act('update', { id: acme.id, ...changes })).status).toBe(400)
    },
  )

  test('only an owner deletes it; what its members made and invitations are deleted too, and everyone is moved to the personal workspace', async () => {
    const { acme, owner, admin, plain, outsider } = await openTeam(stage)
    const { id } = acme
    const ids = await createRows(stage.db, actorOf(plain.user, acme))
    await invite(owner, newAddress())
    const own = await createRows(stage.db, actorOf(plain.user))
    for (const [user, status] of [
      [admin, 403],
      [plain, 403],
      [outsider, 404],
    ] as const)
      expect((await user.act('delete', { id })).status).toBe(status)
    expect((await owner.act('delete', { id })).status).toBe(200)
    for (const table of [member, invitation])
      expect(await stage.db.$count(table, eq(table.organizationId, id))).toBe(0)
    expect(await stage.db.$count(session, eq(session.activeOrganizationId, id))).toBe(0)
    // Sweeps remove what is left there; the log stays.
    const swept = ['audit_log', 'file', 'limit_counter']
    const tablesWith = async (text: string) =>
      Object.keys(await rowsWith(stage.db, text)).filter((name) => !swept.includes(name))
    for (const gone of [id, ...ids]) expect([gone, await tablesWith(gone)]).toEqual([gone, []])
    for (const kept of own) expect(await tablesWith(kept)).not.toEqual([])
    expect(await actionsIn(stage.db, id)).toContain('organization.delete')
    expect((await owner.act('delete', { id })).status).toBe(404)
  })

  test('an admin impersonating the owner cannot delete it', async () => {
    const { acme, owner } = await openTeam(stage)
    await impersonate(stage.db, owner.user.id)
    expect((await owner.act('delete', { id: acme.id })).status).toBe(403)
    expect(await stage.db.$count(organization, eq(organization.id, acme.id))).toBe(1)
  })
})

describe('the active workspace', () => {
  test('is selected by id, for this session alone, and null is the personal one', async () => {
    const { acme, plain } = await openTeam(stage)
    const elsewhere = await userOf(stage, plain.user, acme)
    expect(await plain.act('setActive', { id: null })).toEqual({ status: 200, body: { id: null } })
    expect(await plain.activeOrganization()).toBeNull()
    expect(await elsewhere.activeOrganization()).toBe(acme.id)
    expect(await plain.act('setActive', { id: acme.id })).toEqual({ status: 200, body: { id: acme.id } })
    expect(await plain.activeOrganization()).toBe(acme.id)
    const members = (await plain.query('organizations.members')).body.items
    expect(members).toContainEqual(expect.objectContaining({ userId: plain.user.id, role: 'member' }))
  })

  test('cannot be that of another organization, which looks like an unknown one, and stays the same', async () => {
    const { acme, plain } = await openTeam(stage)
    const other = await createOrganization(stage.db)
    for (const id of [other.id, 'nothing'])
      expect(refusal(await plain.act('setActive', { id }))).toEqual([404, 'errors:notFound'])
    expect(await plain.activeOrganization()).toBe(acme.id)
  })

  test('of a removed member is the personal one on the next request, and a new role applies on the next request', async () => {
    const { owner, plain } = await openTeam(stage)
    const userId = plain.user.id
    const inviteSomebody = () => plain.act('invite', { email: newAddress(), role: 'member' })
    expect((await inviteSomebody()).status).toBe(403)
    expect(await owner.act('setMemberRole', { userId, role: 'admin' })).toEqual({
      status: 200,
      body: { userId, role: 'admin' },
    })
    expect((await inviteSomebody()).status).toBe(200)
    expect((await owner.act('removeMember', { userId })).status).toBe(200)
    expect((await plain.query('organizations.members')).body.items).toEqual([])
    expect((await plain.query('organizations.removal')).body).toMatchObject({ by: owner.user.name })
    expect(refusal(await plain.act('leave'))).toEqual([403, 'errors:forbidden'])
  })

  test('is also the personal one when the member row is gone', async () => {
    const { acme, plain } = await openTeam(stage)
    await stage.db
      .delete(member)
      .where(and(eq(member.organizationId, acme.id), eq(member.userId, plain.user.id)))
    expect((await plain.query('organizations.members')).body).toEqual({ items: [], nextCursor: null })
  })
})

test('every endpoint of Better Auth for organizations is closed, to members too', async () => {
  const { endpoints } = libraryOrganization({
    teams: { enabled: true },
    dynamicAccessControl: { enabled: true },
  })
  const paths = Object.values(endpoints).flatMap(({ path }) => path ?? [])
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !path.startsWith('/organization/'))).toEqual([])
  const { owner } = await openTeam(stage)
  for (const path of [...paths, '/organization', '/organization/'])
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${stage.url}/api/auth${path}`, {
        method,
        headers: { origin: stage.url, cookie: owner.cookie, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
})
