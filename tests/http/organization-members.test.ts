import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './organization-client.ts'
import { actionsIn, lastMailTo, memberOf, openStage, openTeam, refusal } from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

describe('members', () => {
  test('admins remove and change members and admins, never an owner; plain members nobody', async () => {
    const { acme, owner, admin, plain, outsider } = await openTeam(stage)
    const [ofOwner, ofAdmin, ofPlain] = await Promise.all(
      [owner, admin, plain].map((person) => memberOf(stage.db, acme.id, person)),
    )
    const act = (person: Person, name: string, body: object) =>
      person.post(name, { organizationId: acme.id, ...body })
    expect(refusal(await act(admin, 'remove-member', { memberIdOrEmail: ofOwner?.id }))).toEqual([
      403,
      'membership:ownersOnly',
    ])
    expect(refusal(await act(admin, 'remove-member', { memberIdOrEmail: owner.user.email }))).toEqual([
      403,
      'membership:ownersOnly',
    ])
    expect(
      refusal(await act(admin, 'update-member-role', { memberId: ofOwner?.id, role: 'member' })),
    ).toEqual([403, 'membership:ownersOnly'])
    expect(refusal(await act(admin, 'update-member-role', { memberId: ofPlain?.id, role: 'owner' }))).toEqual(
      [403, 'membership:ownersOnly'],
    )
    expect(refusal(await act(admin, 'update-member-role', { memberId: ofAdmin?.id, role: 'owner' }))).toEqual(
      [403, 'membership:ownersOnly'],
    )
    for (const [person, status] of [
      [plain, 403],
      [outsider, 404],
    ] as const) {
      expect((await act(person, 'remove-member', { memberIdOrEmail: ofAdmin?.id })).status).toBe(status)
      expect((await act(person, 'update-member-role', { memberId: ofPlain?.id, role: 'admin' })).status).toBe(
        status,
      )
    }
    for (const role of ['root', '', 'admin,owner', ['admin', 'owner'], null])
      expect((await act(owner, 'update-member-role', { memberId: ofPlain?.id, role })).status).toBe(400)
    expect((await act(admin, 'update-member-role', { memberId: ofPlain?.id, role: 'admin' })).status).toBe(
      200,
    )
    expect((await act(admin, 'remove-member', { memberIdOrEmail: plain.user.email })).status).toBe(200)
    expect(await lastMailTo(stage.db, plain.user.email)).toMatchObject({
      template: 'memberRemoved',
      text: expect.stringContaining(`${admin.user.name} removed you from ${acme.name}`),
    })
    expect(await actionsIn(stage.db, acme.id)).toEqual(['member.changeRole', 'member.remove'])
  })

  test('of another organization are as unknown ones, also to its owner', async () => {
    const [here, there] = [await openTeam(stage), await openTeam(stage)]
    const foreign = await memberOf(stage.db, there.acme.id, there.plain)
    for (const memberId of [foreign?.id, 'nothing']) {
      expect(refusal(await here.owner.post('remove-member', { memberIdOrEmail: memberId }))).toEqual([
        404,
        'errors:notFound',
      ])
      expect(refusal(await here.owner.post('update-member-role', { memberId, role: 'admin' }))).toEqual([
        404,
        'errors:notFound',
      ])
      expect(refusal(await here.owner.mutate('organizations.transferOwnership', { memberId }))).toEqual([
        404,
        'errors:notFound',
      ])
    }
    expect(await memberOf(stage.db, there.acme.id, there.plain)).toMatchObject({ role: 'member' })
  })

  test('leave; the last owner does not, nor is demoted', async () => {
    const { acme, owner, plain } = await openTeam(stage)
    expect((await plain.post('leave', { organizationId: acme.id })).status).toBe(200)
    expect(await plain.activeOrganization()).toBeNull()
    const row = await memberOf(stage.db, acme.id, owner)
    for (const answer of [
      await owner.post('leave', { organizationId: acme.id }),
      await owner.post('remove-member', { memberIdOrEmail: row?.id }),
      await owner.post('update-member-role', { memberId: row?.id, role: 'member' }),
    ])
      expect(refusal(answer)).toEqual([409, 'membership:lastOwner'])
    expect(await memberOf(stage.db, acme.id, owner)).toMatchObject({ role: 'owner' })
  })

  test('ownership passes in one step', async () => {
    const { acme, owner, admin, plain } = await openTeam(stage)
    const target = await memberOf(stage.db, acme.id, plain)
    expect((await admin.mutate('organizations.transferOwnership', { memberId: target?.id })).status).toBe(403)
    expect((await owner.mutate('organizations.transferOwnership', { memberId: target?.id })).status).toBe(200)
    expect([
      (await memberOf(stage.db, acme.id, owner))?.role,
      (await memberOf(stage.db, acme.id, plain))?.role,
    ]).toEqual(['admin', 'owner'])
    expect((await owner.mutate('organizations.transferOwnership', { memberId: target?.id })).status).toBe(403)
    expect(await actionsIn(stage.db, acme.id)).toEqual(['organization.transfer'])
  })
})
