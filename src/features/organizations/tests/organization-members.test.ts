import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { member } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { impersonate } from '@plinth/testing/factories.ts'
import { userOf, type User } from './organization-client.ts'
import { actionsIn, lastMailTo, memberOf, openStage, openTeam, refusal } from './organization-stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

const idOf = ({ user }: User) => user.id

describe('members', () => {
  test('admins remove and change members and admins, never an owner; plain members change nobody', async () => {
    const { acme, owner, admin, plain, outsider } = await openTeam(stage)
    const setRole = (by: User, of: User, role: unknown) => by.act('setMemberRole', { userId: idOf(of), role })
    const remove = (by: User, of: User) => by.act('removeMember', { userId: idOf(of) })
    for (const answer of [
      await remove(admin, owner),
      await setRole(admin, owner, 'member'),
      await setRole(admin, plain, 'owner'),
      await setRole(admin, admin, 'owner'),
    ])
      expect(refusal(answer)).toEqual([403, 'organizations:errors.ownersOnly'])
    for (const someUser of [plain, outsider]) {
      expect((await remove(someUser, admin)).status).toBe(403)
      expect((await setRole(someUser, plain, 'admin')).status).toBe(403)
    }
    for (const role of ['root', '', 'admin,owner', ['admin', 'owner'], null])
      expect((await setRole(owner, plain, role)).status).toBe(400)
    expect((await setRole(admin, plain, 'admin')).status).toBe(200)
    expect(await remove(admin, plain)).toEqual({ status: 200, body: { userId: idOf(plain) } })
    expect(await lastMailTo(stage.db, plain.user.email)).toMatchObject({
      template: 'memberRemoved',
      text: expect.stringContaining(`${admin.user.name} removed you from ${acme.name}`),
    })
    expect(await memberOf(stage.db, acme.id, plain)).toBeUndefined()
    expect(await actionsIn(stage.db, acme.id)).toEqual(['member.changeRole', 'member.remove'])
  })

  test('of another organization look like unknown ones, also to an owner', async () => {
    const [here, there] = [await openTeam(stage), await openTeam(stage)]
    for (const userId of [idOf(there.plain), idOf(here.outsider), 'nothing'])
      for (const answer of [
        await here.owner.act('removeMember', { userId }),
        await here.owner.act('setMemberRole', { userId, role: 'admin' }),
        await here.owner.act('transferOwnership', { userId }),
      ])
        expect(refusal(answer)).toEqual([404, 'errors:notFound'])
    expect(await memberOf(stage.db, there.acme.id, there.plain)).toMatchObject({ role: 'member' })
  })

  test('can leave; the last owner can neither leave nor be demoted', async () => {
    const { acme, owner, plain } = await openTeam(stage)
    const elsewhere = await userOf(stage, plain.user, acme)
    expect(await plain.act('leave')).toEqual({ status: 200, body: { id: acme.id } })
    expect([await plain.activeOrganization(), await elsewhere.activeOrganization()]).toEqual([null, null])
    for (const answer of [
      await owner.act('leave'),
      await owner.act('removeMember', { userId: idOf(owner) }),
      await owner.act('setMemberRole', { userId: idOf(owner), role: 'member' }),
    ])
      expect(refusal(answer)).toEqual([409, 'organizations:errors.lastOwner'])
    expect(await memberOf(stage.db, acme.id, owner)).toMatchObject({ role: 'owner' })
  })

  test('ownership is transferred in one step', async () => {
    const { acme, owner, admin, plain } = await openTeam(stage)
    const input = { userId: idOf(plain) }
    expect((await admin.act('transferOwnership', input)).status).toBe(403)
    expect(await owner.act('transferOwnership', input)).toEqual({ status: 200, body: input })
    expect([
      (await memberOf(stage.db, acme.id, owner))?.role,
      (await memberOf(stage.db, acme.id, plain))?.role,
    ]).toEqual(['admin', 'owner'])
    expect((await owner.act('transferOwnership', input)).status).toBe(403)
    expect(await actionsIn(stage.db, acme.id)).toEqual(['organization.transfer'])
  })

  test('an admin impersonating an owner cannot change a role, invite, or remove an owner', async () => {
    const { acme, owner, admin, plain } = await openTeam(stage)
    const { id } = (await owner.act('invite', { email: `${createId()}@example.org`, role: 'member' }))
      .body as {
      id: string
    }
    await stage.db
      .update(member)
      .set({ role: 'owner' })
      .where(eq(member.userId, idOf(admin)))
    await impersonate(stage.db, idOf(owner))
    for (const answer of [
      await owner.act('setMemberRole', { userId: idOf(plain), role: 'owner' }),
      await owner.act('setMemberRole', { userId: idOf(plain), role: 'admin' }),
      await owner.act('invite', { email: `${createId()}@example.org`, role: 'member' }),
      await owner.act('resendInvitation', { id }),
      await owner.act('setMemberRole', { userId: idOf(admin), role: 'member' }),
      await owner.act('removeMember', { userId: idOf(admin) }),
    ])
      expect(refusal(answer)).toEqual([403, 'errors:forbidden'])
    expect(await memberOf(stage.db, acme.id, admin)).toMatchObject({ role: 'owner' })
  })
})
