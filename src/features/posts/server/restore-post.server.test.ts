import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { createId } from '@plinth/core/schema'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { deletePost } from './delete-post.server.ts'
import { posts } from './posts.table.server.ts'
import { restorePost } from './restore-post.server.ts'
import { createPost } from '../posts.fixtures.ts'

const { db } = await openTestDatabase()
const restore = (actor: Actor, id: string) => restorePost(makeContext(db, actor), { id })
const rowOf = async (id: string) => (await db.select().from(posts).where(eq(posts.id, id)))[0]
const deleted = { deletedAt: new Date(0) }

describe('a restored post', () => {
  test('is unchanged, is returned in full and is logged', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member, deleted)
    const { id, title, content, createdAt, updatedAt } = before
    expect(await restore(member, id)).toMatchObject({ id, title, content, createdAt, updatedAt })
    expect(await rowOf(id)).toEqual({ ...before, deletedAt: null })
    expect(await auditOf(db, id)).toMatchObject([
      { action: 'post.restore', actorId: member.userId, targetType: 'post' },
    ])
  })

  test('stays deleted when the audit entry cannot be written', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member, deleted)
    await whileAuditFails(db, () => expect(restore(member, before.id)).rejects.toThrow())
    expect(await rowOf(before.id)).toEqual(before)
  })
})

describe('who may restore a post', () => {
  test('its creator, an admin and an owner, but no other member', async () => {
    const { owner, admin, member } = await createTeam(db)
    for (const user of [member, admin, owner]) {
      const { id } = await createPost(db, member, deleted)
      expect(await restore(user, id)).toMatchObject({ id })
    }
    const before = await createPost(db, owner, deleted)
    expect(await failureOf(restore(member, before.id))).toEqual({
      kind: 'forbidden',
      code: 'errors:forbidden',
      params: {},
    })
    expect(await rowOf(before.id)).toEqual(before)
  })

  test('nobody in another workspace: unknown, not deleted and foreign posts throw the same not_found and stay unchanged', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    const root = actorOf(await createUser(db, { role: 'admin' }))
    const foreign = await createPost(db, others.member, deleted)
    const living = await createPost(db, team.member)
    const unknown = await failureOf(restore(team.owner, createId()))
    expect(unknown).toEqual({ kind: 'not_found', code: 'errors:notFound', params: {} })
    for (const user of [team.owner, root]) expect(await failureOf(restore(user, foreign.id))).toEqual(unknown)
    expect(await failureOf(restore(team.member, living.id))).toEqual(unknown)
    expect([await rowOf(foreign.id), await rowOf(living.id)]).toEqual([foreign, living])
  })

  test('no visitor', async () => {
    const { member } = await createTeam(db)
    const { id } = await createPost(db, member, deleted)
    expect(await failureOf(restore(anonymous, id))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('under concurrency', () => {
  test('ten restores restore a post once', async () => {
    const { member } = await createTeam(db)
    const { id } = await createPost(db, member, deleted)
    expect(await outcomesOf(Array.from({ length: 10 }, () => restore(member, id)))).toEqual({
      ok: 1,
      not_found: 9,
    })
    expect(await auditOf(db, id)).toHaveLength(1)
  })

  test('a delete and a restore both succeed one after the other, or only the one that fits the initial state', async () => {
    const { member, admin } = await createTeam(db)
    for (let round = 0; round < 20; round++) {
      const wasDeleted = round % 2 === 0
      const { id } = await createPost(db, member, wasDeleted ? deleted : {})
      const [deletion, restoration] = await Promise.allSettled([
        deletePost(makeContext(db, member), { id }),
        restore(admin, id),
      ])
      const isDeleted = (await rowOf(id))?.deletedAt !== null
      const both = deletion.status === 'fulfilled' && restoration.status === 'fulfilled'
      // The one that fits the initial state always succeeds.
      expect((wasDeleted ? restoration : deletion).status).toBe('fulfilled')
      expect(isDeleted).toBe(both ? wasDeleted : !wasDeleted)
      expect(await auditOf(db, id)).toHaveLength(both ? 2 : 1)
    }
  })
})
