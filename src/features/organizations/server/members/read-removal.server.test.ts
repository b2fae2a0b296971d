import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import { session } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createOrganization, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { setActiveOrganization } from '../set-active-organization.server.ts'
import { leaveOrganization } from './leave-organization.server.ts'
import { readRemoval } from './read-removal.server.ts'
import { removeMember } from './remove-member.server.ts'

provideAllTexts()
const { db } = await openTestDatabase()

async function memberIn() {
  const [owner, ben] = [await createUser(db, { name: 'Ada Lovelace' }), await createUser(db)]
  const acme = await createOrganization(db, { owner, member: ben })
  const actor = actorOf(ben)
  const token = createId()
  await db.insert(session).values({
    id: actor.sessionId,
    token,
    userId: ben.id,
    activeOrganizationId: acme.id,
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  const read = async () => {
    const { actor: now, viewer } = await readSession(db, token)
    if (now.kind !== 'user') throw new Error('The session is over')
    return { ctx: makeContext(db, now), removedFrom: viewer?.removedFrom, workspace: now.workspace }
  }
  return { acme, owner, ben, read }
}

test('who was removed learns from where and by whom, once, and has no right there', async () => {
  const { acme, owner, ben, read } = await memberIn()
  await expect(readRemoval((await read()).ctx)).rejects.toMatchObject({ kind: 'not_found' })
  await removeMember(makeContext(db, actorOf(owner, acme)), { userId: ben.id })

  const removed = await read()
  expect(removed).toMatchObject({ removedFrom: acme.id, workspace: { organizationId: null } })
  expect(await readRemoval(removed.ctx)).toEqual({ organization: 'Acme', by: 'Ada Lovelace' })

  await setActiveOrganization(removed.ctx, { id: null })
  const after = await read()
  expect(after.removedFrom).toBeNull()
  await expect(readRemoval(after.ctx)).rejects.toMatchObject({ kind: 'not_found' })
})

test('who left by themselves is told nothing', async () => {
  const { read, ben } = await memberIn()
  await leaveOrganization((await read()).ctx)
  expect((await read()).removedFrom).toBeNull()
  expect(await db.$count(session, eq(session.userId, ben.id))).toBe(1)
})
