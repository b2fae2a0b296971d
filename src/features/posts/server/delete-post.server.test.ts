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
import { createPost } from '../posts.fixtures.ts'
import { postRows } from './post-rows.server.ts'

const { db } = await openTestDatabase()
const remove = (actor: Actor, id: string) => deletePost(makeContext(db, actor), { id })
const rowOf = async (id: string) => (await db.select().from(posts).where(eq(posts.id, id)))[0]

describe('a deleted post', () => {
  test('keeps its row for restoring, returns its id and is logged', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member)
    expect(await remove(member, before.id)).toEqual({ id: before.id })
    const after = await rowOf(before.id)
    expect(after).toEqual({ ...before, deletedAt: after?.deletedAt })
    expect(after?.deletedAt).toBeInstanceOf(Date)
    expect(await auditOf(db, before.id)).toMatchObject([
      { action: 'post.delete', actorId: member.userId, targetType: 'post' },
    ])
  })

  test('is kept when the audit entry cannot be written', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member)
    await whileAuditFails(db, () => expect(remove(member, before.id)).rejects.toThrow())
    expect(await rowOf(before.id)).toEqual(before)
  })
})

describe('who may delete a post', () => {
  test('its creator, an admin and an owner, but no other member', async () => {
    const { owner, admin, member } = await createTeam(db)
    for (const user of [member, admin, owner]) {
      const { id } = await createPost(db, member)
      expect(await remove(user, id)).toEqual({ id })
    }
    const before = await createPost(db, owner)
    expect(await failureOf(remove(member, before.id))).toEqual({
      kind: 'forbidden',
      code: 'errors:forbidden',
      params: {},
    })
    expect(await rowOf(before.id)).toEqual(before)
  })

  test('nobody in another workspace: unknown, deleted and foreign posts throw the same not_found and stay unchanged', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    const root = actorOf(await createUser(db, { role: 'admin' }))
    const foreign = await createPost(db, others.member)
    const deleted = await createPost(db, team.member, { deletedAt: new Date(0) })
    const unknown = await failureOf(remove(team.owner, createId()))
    expect(unknown).toEqual({ kind: 'not_found', code: 'errors:notFound', params: {} })
    for (const user of [team.owner, root]) expect(await failureOf(remove(user, foreign.id))).toEqual(unknown)
    expect(await failureOf(remove(team.member, deleted.id))).toEqual(unknown)
    expect([await rowOf(foreign.id), await rowOf(deleted.id)]).toEqual([foreign, deleted])
  })

  test('no visitor', async () => {
    const { member } = await createTeam(db)
    const { id } = await createPost(db, member)
    expect(await failureOf(remove(anonymous, id))).toMatchObject({ kind: 'unauthenticated' })
  })
})

test('ten concurrent deletions delete a post once', async () => {
  const { member, admin } = await createTeam(db)
  const { id } = await createPost(db, member)
  const calls = Array.from({ length: 10 }, (_, at) => remove(at % 2 === 0 ? member : admin, id))
  expect(await outcomesOf(calls)).toEqual({ ok: 1, not_found: 9 })
  expect(await auditOf(db, id)).toHaveLength(1)
})

test('a delete and a restore both succeed one after the other, or only the one that fits the initial state', async () => {
  const { member, admin } = await createTeam(db)
  for (let round = 0; round < 20; round++) {
    const wasDeleted = round % 2 === 0
    const { id } = await createPost(db, member, wasDeleted ? { deletedAt: new Date(0) } : {})
    const [deletion, restoration] = await Promise.allSettled([
      remove(member, id),
      postRows.restore(makeContext(db, admin), { id }),
    ])
    const isDeleted = (await rowOf(id))?.deletedAt !== null
    const both = deletion.status === 'fulfilled' && restoration.status === 'fulfilled'
    // The one that fits the initial state always succeeds.
    expect((wasDeleted ? restoration : deletion).status).toBe('fulfilled')
    expect(isDeleted).toBe(both ? wasDeleted : !wasDeleted)
    expect(await auditOf(db, id)).toHaveLength(both ? 2 : 1)
  }
})
