import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type SignedInActor } from '#/core/access/actor.ts'
import { invitation, user } from '#/core/identity/identity.table.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { createId } from '#/lib/create-id.ts'
import {
  actorOf,
  createOrganization,
  createPost,
  createTeam,
  createUser,
} from '../../../../tests/support/factories.ts'
import { failureOf } from '../../../../tests/support/failure-of.ts'
import { makeContext } from '../../../../tests/support/make-context.ts'
import { createPasskey } from '../../../../tests/support/passkey-rows.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { readOverview } from './read-overview.server.ts'

let db: OpenDatabase['db']

beforeAll(async () => {
  ;({ db } = await openTestDatabase())
})

const stepsOf = async (actor: SignedInActor) =>
  (await readOverview(makeContext(db, actor))).steps.map(
    ({ name, isDone }) => `${isDone ? 'x' : '-'} ${name}`,
  )

describe('the next steps', () => {
  test('of a new user in the personal workspace are open until each is done', async () => {
    const actor = actorOf(await createUser(db, { emailVerified: false }))
    expect(await stepsOf(actor)).toEqual(['- verifyEmail', '- firstPost', '- organization', '- passkey'])
    await createPost(db, actor)
    await createPasskey(db, actor.userId)
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, actor.userId))
    expect(await stepsOf(actor)).toEqual(['x verifyEmail', 'x firstPost', '- organization', 'x passkey'])
  })

  test('the first post counts per user', async () => {
    const { owner, member } = await createTeam(db)
    await createPost(db, owner)
    expect(await stepsOf(member)).toEqual(['x verifyEmail', '- firstPost', '- passkey'])
  })

  test('inviting is a step for users who may invite, done with an invitation or another member', async () => {
    const ada = await createUser(db)
    const organization = await createOrganization(db, { owner: ada })
    const owner = actorOf(ada, organization)
    expect(await stepsOf(owner)).toContain('- invite')
    const row = {
      id: createId(),
      organizationId: organization.id,
      email: 'guest@example.org',
      inviterId: ada.id,
      expiresAt: new Date(),
    }
    await db.insert(invitation).values(row)
    expect(await stepsOf(owner)).toContain('x invite')
    const team = await createTeam(db)
    expect(await stepsOf(team.admin)).toContain('x invite')
  })

  test('creating an organization is done for members of any organization', async () => {
    const ada = await createUser(db)
    await createOrganization(db, { member: ada })
    expect(await stepsOf(actorOf(ada))).toContain('x organization')
  })

  test('are denied without a session', async () => {
    expect(await failureOf(readOverview(makeContext(db, anonymous)))).toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
