import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#/db/database.server.ts'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { landingWorkspace } from './landing-workspace.server.ts'

let db: OpenDatabase['db']

beforeAll(async () => {
  ;({ db } = await openTestDatabase())
})

describe('a new session begins', () => {
  test('in the personal workspace of a user without organizations', async () => {
    expect(await landingWorkspace(db, (await createUser(db)).id)).toBeNull()
  })

  test('in the organization joined first', async () => {
    const member = await createUser(db)
    const { id } = await createOrganization(db, { member })
    await createOrganization(db, { owner: member })
    expect(await landingWorkspace(db, member.id)).toBe(id)
  })

  test('in the workspace of the last session, including the personal one', async () => {
    const owner = await createUser(db)
    const [first, second] = [await createOrganization(db, { owner }), await createOrganization(db, { owner })]
    const enter = (organization: typeof first | undefined, at: string) =>
      createSession(db, actorOf(owner, organization), { secret: 'any', createdAt: new Date(at) })
    await enter(first, '2026-01-01')
    await enter(second, '2026-01-02')
    expect(await landingWorkspace(db, owner.id)).toBe(second.id)
    await enter(undefined, '2026-01-03')
    expect(await landingWorkspace(db, owner.id)).toBeNull()
  })
  test("regardless of an administrator's impersonation session", async () => {
    const [owner, admin] = [await createUser(db), await createUser(db, { role: 'admin' })]
    const organization = await createOrganization(db, { owner })
    const own = actorOf(owner, organization)
    await createSession(db, own, { secret: 'any', createdAt: new Date('2026-01-01') })
    const impersonated = { ...actorOf(owner), impersonatedBy: admin.id }
    await createSession(db, impersonated, { secret: 'any', createdAt: new Date('2026-01-02') })
    expect(await landingWorkspace(db, owner.id)).toBe(organization.id)
  })
})
