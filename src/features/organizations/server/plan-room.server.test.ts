import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { invitation, providePlans } from '@plinth/core/database/server'
import { createTeam, createUser, actorOf } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { acceptInvitation } from './invitations/accept-invitation.server.ts'
import { inviteMember } from './invitations/invite-member.server.ts'
import { removeMember } from './members/remove-member.server.ts'

// A plan with room for so many members, whoever sells it.

provideAllTexts()
const { db, pool } = await openTestDatabase()
let max = 3

beforeAll(() => prepareQueues({ pool }))
beforeEach(() => {
  max = 3
  providePlans(() => ({
    stored: () => sql<string | null>`null`,
    read: () => ({ name: 'small', includes: [], limits: { members: max } }),
  }))
})
afterEach(() => providePlans(() => undefined))

const full = { kind: 'conflict', code: 'errors:planFull', params: { max: 3 } }

test('an organization whose plan is full invites nobody, and does again when somebody has left', async () => {
  const { owner, member } = await createTeam(db)
  const invite = (email: string) => inviteMember(makeContext(db, owner), { email, role: 'member' })
  expect(await failureOf(invite('eve@example.com'))).toEqual(full)
  await removeMember(makeContext(db, owner), { userId: member.userId })
  expect((await invite('eve@example.com')).id).toBeTruthy()
})

test('who was invited before it was full can join once there is room', async () => {
  const { owner } = await createTeam(db)
  const eve = await createUser(db)
  max = 4
  const { id } = await inviteMember(makeContext(db, owner), { email: eve.email, role: 'member' })
  max = 3
  expect(await failureOf(acceptInvitation(makeContext(db, actorOf(eve)), { id }))).toEqual(full)
  expect(await db.$count(invitation, sql`id = ${id} and status = 'pending'`)).toBe(1)
  max = 4
  await acceptInvitation(makeContext(db, actorOf(eve)), { id })
})
