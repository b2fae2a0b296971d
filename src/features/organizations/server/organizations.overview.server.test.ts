import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readOverview } from '@plinth/core/internal/app/overview/read-overview.server.ts'
import type { SignedInActor } from '@plinth/core/access'
import { writeAudit } from '@plinth/core/verb/server'
import type { AuditEntry } from '@plinth/core/internal/audit/audit.server.ts'
import { invitation, user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

const { db } = await openTestDatabase()

describe('the steps of a new user', () => {
  const stepsOf = async (actor: SignedInActor) =>
    (await readOverview(makeContext(db, actor))).steps.map(
      ({ name, isDone }) => `${isDone ? 'x' : '-'} ${name}`,
    )

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
    expect((await stepsOf(team.member)).join()).not.toContain('invite')
  })

  test('creating an organization is a step in the personal workspace, done for members of any organization', async () => {
    const ada = await createUser(db)
    expect(await stepsOf(actorOf(ada))).toContain('- organization')
    await createOrganization(db, { member: ada })
    expect(await stepsOf(actorOf(ada))).toContain('x organization')
  })
})

describe('organizations in the recent activity', () => {
  const did = (actor: SignedInActor, entry: AuditEntry) =>
    db.transaction((tx) => writeAudit(tx, actor, entry))
  const seenBy = async (actor: SignedInActor) => (await readOverview(makeContext(db, actor))).activity

  test('name who did what to whom, newest first', async () => {
    const { owner, admin, member } = await createTeam(db)
    await db.update(user).set({ name: 'Ben Okafor' }).where(eq(user.id, admin.userId))
    await did(owner, { action: 'organization.update' })
    await did(owner, {
      action: 'member.changeRole',
      target: { type: 'member', id: 'm1' },
      details: { userId: admin.userId, role: 'admin' },
    })
    expect(await seenBy(member)).toMatchObject([
      { action: 'member.changeRole', actor: { id: owner.userId }, subject: 'Ben Okafor', object: null },
      { action: 'organization.update', actor: { id: owner.userId } },
    ])
  })

  test('hold no invitations, addresses, details or other workspaces', async () => {
    const { owner, member } = await createTeam(db)
    const other = await createTeam(db)
    await did(owner, {
      action: 'invitation.create',
      target: { type: 'invitation', id: 'i1' },
      details: { role: 'member' },
    })
    await did(other.owner, { action: 'organization.update', details: { name: 'Secret name' } })
    expect(await seenBy(member)).toEqual([])
    await did(owner, { action: 'organization.update', details: { nameBefore: 'Old name' } })
    expect(JSON.stringify(await seenBy(member))).not.toMatch(/Old name|@|"ip"|details/)
  })
})
