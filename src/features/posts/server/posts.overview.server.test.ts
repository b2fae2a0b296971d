import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readOverview } from '@plinth/core/internal/app/overview/read-overview.server.ts'
import type { SignedInActor } from '@plinth/core/access'
import { writeAudit } from '@plinth/core/verb/server'
import type { AuditEntry } from '@plinth/core/internal/audit/audit.server.ts'
import { user } from '@plinth/core/database/server'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from '../posts.fixtures.ts'

const { db } = await openTestDatabase()

describe('the first post as a step', () => {
  const stepOf = async (actor: SignedInActor) =>
    (await readOverview(makeContext(db, actor))).steps.find(({ name }) => name === 'firstPost')

  test('is open until it is written', async () => {
    const actor = actorOf(await createUser(db))
    expect(await stepOf(actor)).toMatchObject({ isDone: false })
    await createPost(db, actor)
    expect(await stepOf(actor)).toMatchObject({ isDone: true })
  })

  test('counts per user', async () => {
    const { owner, member } = await createTeam(db)
    await createPost(db, owner)
    expect(await stepOf(member)).toMatchObject({ isDone: false })
  })
})

describe('posts in the recent activity', () => {
  const did = (actor: SignedInActor, entry: AuditEntry) =>
    db.transaction((tx) => writeAudit(tx, actor, entry))
  const seenBy = async (actor: SignedInActor) => (await readOverview(makeContext(db, actor))).activity

  test('have their title', async () => {
    const { member } = await createTeam(db)
    const post = await createPost(db, member, { title: 'Kiln opening' })
    await did(member, { action: 'post.create', target: { type: 'post', id: post.id } })
    expect(await seenBy(member)).toMatchObject([
      {
        action: 'post.create',
        actor: { id: member.userId, name: 'Ada Lovelace' },
        object: { id: post.id, title: 'Kiln opening' },
      },
    ])
  })

  test('are those of the workspace: in the personal one only what the user did there', async () => {
    const { member } = await createTeam(db)
    const inPersonal: SignedInActor = { ...member, workspace: { organizationId: null, role: 'owner' } }
    await did(member, { action: 'post.create', target: { type: 'post', id: 'p2' } })
    const alone = actorOf(await createUser(db))
    await did(alone, { action: 'post.create', target: { type: 'post', id: 'p3' } })
    expect(await seenBy(inPersonal)).toEqual([])
    expect(await seenBy(alone)).toHaveLength(1)
    await did(inPersonal, { action: 'post.create', target: { type: 'post', id: 'p4' } })
    expect(await seenBy(member)).toMatchObject([{ action: 'post.create', object: null }])
  })

  test('have no title once deleted, and no name of a deleted user', async () => {
    const { owner, member } = await createTeam(db)
    const post = await createPost(db, owner, { deletedAt: new Date() })
    await did(owner, { action: 'post.create', target: { type: 'post', id: post.id } })
    await did(owner, { action: 'post.delete', target: { type: 'post', id: post.id } })
    await db.delete(user).where(eq(user.id, owner.userId))
    expect(await seenBy(member)).toMatchObject([
      { action: 'post.delete', actor: null, object: null },
      { action: 'post.create', actor: null, object: null },
    ])
  })

  test('appear once per user and action', async () => {
    const { owner, member } = await createTeam(db)
    const post = await createPost(db, owner)
    const update = { action: 'post.update', target: { type: 'post', id: post.id } } as const
    await did(owner, { ...update, action: 'post.create' })
    await did(member, update)
    for (let count = 0; count < 12; count += 1) await did(owner, update)
    expect(await seenBy(owner)).toMatchObject([
      { action: 'post.update', actor: { id: owner.userId } },
      { action: 'post.update', actor: { id: member.userId } },
      { action: 'post.create', actor: { id: owner.userId } },
    ])
  })
})
