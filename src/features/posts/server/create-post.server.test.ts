import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { organization, user } from '@plinth/core/database/server'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import type { CreatePostInput } from '../posts.schema.ts'
import { posts } from './posts.table.server.ts'
import { updatePost } from './update-post.server.ts'

const { db } = await openTestDatabase()
const input = { title: 'Hello', content: 'First **words**' }
const create = (actor: Actor, values: Partial<CreatePostInput> = {}) =>
  createPost(makeContext(db, actor), { ...input, ...values })
const postsBy = (userId: string) => db.select().from(posts).where(eq(posts.createdById, userId))
const times = <T>(number: number, work: (at: number) => T) =>
  Array.from({ length: number }, (_, at) => work(at))

describe('a new post', () => {
  test('belongs to the active organization and its creator, is returned in full and is logged', async () => {
    const { organization: acme, member } = await createTeam(db)
    const post = await create(member)
    const [row] = await postsBy(member.userId)
    expect(row).toMatchObject({
      id: post.id,
      organizationId: acme.id,
      ownerId: null,
      ...input,
      deletedAt: null,
    })
    expect(post).toEqual({
      id: row?.id,
      ...input,
      contentTree: '[["p",{},"First ",["strong",{},"words"]]]',
      excerpt: 'First words',
      createdAt: row?.createdAt,
      updatedAt: row?.createdAt,
      createdBy: { id: member.userId, name: 'Ada Lovelace', image: null },
    })
    expect(await auditOf(db, post.id)).toMatchObject([
      {
        action: 'post.create',
        actorId: member.userId,
        impersonatorId: null,
        targetType: 'post',
        organizationId: acme.id,
      },
    ])
  })

  test('created in the personal workspace belongs to the user', async () => {
    const ada = actorOf(await createUser(db))
    const { id } = await create(ada)
    expect(await postsBy(ada.userId)).toMatchObject([{ id, organizationId: null, ownerId: ada.userId }])
  })

  test('is logged with the impersonating admin', async () => {
    const { member } = await createTeam(db)
    const { id } = await create({ ...member, impersonatedBy: 'the-admin' })
    expect(await auditOf(db, id)).toMatchObject([{ actorId: member.userId, impersonatorId: 'the-admin' }])
  })

  test('requires sign-in', async () => {
    expect(await failureOf(create(anonymous))).toMatchObject({
      kind: 'unauthenticated',
      code: 'errors:signInFirst',
    })
  })

  test('is not created when the audit entry cannot be written, and its key stays free', async () => {
    const { member } = await createTeam(db)
    const idempotencyKey = 'the-one-key'
    await whileAuditFails(db, () => expect(create(member, { idempotencyKey })).rejects.toThrow())
    expect(await postsBy(member.userId)).toEqual([])
    await create(member, { idempotencyKey })
    expect(await postsBy(member.userId)).toHaveLength(1)
  })

  test('is rolled back with the transaction of the caller', async () => {
    const { member } = await createTeam(db)
    const outside = new Error('the caller changes its mind')
    await expect(
      db.transaction(async (tx) => {
        await createPost(makeContext(tx, member), input)
        throw outside
      }),
    ).rejects.toBe(outside)
    expect(await postsBy(member.userId)).toEqual([])
  })

  test('throws conflict and leaves no row when the account or organization was just deleted', async () => {
    const { organization: acme, member, admin } = await createTeam(db)
    await db.delete(user).where(eq(user.id, member.userId))
    expect(await failureOf(create(member))).toMatchObject({ kind: 'conflict' })
    await db.delete(organization).where(eq(organization.id, acme.id))
    expect(await failureOf(create(admin))).toMatchObject({ kind: 'conflict' })
    expect(await db.select().from(posts).where(eq(posts.organizationId, acme.id))).toEqual([])
  })
})

describe('an idempotency key', () => {
  test('sent 20 times concurrently creates one post and returns it 20 times', async () => {
    const { member } = await createTeam(db)
    const answers = await Promise.all(times(20, () => create(member, { idempotencyKey: 'pressed-often' })))
    expect(await postsBy(member.userId)).toHaveLength(1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await auditOf(db, answers[0]?.id ?? '')).toHaveLength(1)
  })

  test('sent concurrently with two contents accepts one and throws conflict for the other', async () => {
    const { member } = await createTeam(db)
    for (const round of times(20, (at) => at)) {
      const idempotencyKey = `two-contents-${round}`
      const calls = [
        create(member, { idempotencyKey }),
        create(member, { idempotencyKey, content: 'Other words' }),
      ]
      expect(await outcomesOf(calls)).toEqual({ ok: 1, conflict: 1 })
    }
    expect(await postsBy(member.userId)).toHaveLength(20)
  })

  test('reused with another title or content throws conflict on its field', async () => {
    const { member } = await createTeam(db)
    const idempotencyKey = 'used-again'
    await create(member, { idempotencyKey })
    const refusal = { kind: 'conflict', code: 'posts:errors.keyReused', params: { field: 'idempotencyKey' } }
    expect(await failureOf(create(member, { idempotencyKey, title: 'Other' }))).toEqual(refusal)
    expect(await failureOf(create(member, { idempotencyKey, content: 'Other' }))).toEqual(refusal)
  })

  test('is separate for each user; without a key, two calls create two posts', async () => {
    const { member, admin } = await createTeam(db)
    const idempotencyKey = 'the-same-words'
    const [first, second] = [
      await create(member, { idempotencyKey }),
      await create(admin, { idempotencyKey }),
    ]
    expect(first.id).not.toBe(second.id)
    expect((await create(member)).id).not.toBe((await create(member)).id)
  })

  test('returns the created post, even after it was edited', async () => {
    const { member, admin } = await createTeam(db)
    const { id } = await create(member, { idempotencyKey: 'late-retry' })
    await updatePost(makeContext(db, admin), { id, title: 'Edited', content: 'by an admin' })
    expect(await create(member, { idempotencyKey: 'late-retry' })).toMatchObject({ id, title: 'Edited' })
    await updatePost(makeContext(db, admin), { id, title: 'Yet', content: 'other' })
    expect(
      await failureOf(create(member, { idempotencyKey: 'late-retry', title: 'Yet', content: 'other' })),
    ).toMatchObject({ kind: 'conflict' })
  })

  test('neither restores a deleted post nor creates it again', async () => {
    const { member } = await createTeam(db)
    const { id } = await create(member, { idempotencyKey: 'after-deletion' })
    await deletePost(makeContext(db, member), { id })
    expect(await create(member, { idempotencyKey: 'after-deletion' })).toMatchObject({ id })
    const rows = await postsBy(member.userId)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.deletedAt).toBeInstanceOf(Date)
  })

  test('of one workspace throws conflict in another and reveals nothing about the first', async () => {
    const ada = await createUser(db)
    const [acme, other] = await Promise.all([
      createOrganization(db, { owner: ada }),
      createOrganization(db, { owner: ada }),
    ])
    await create(actorOf(ada, acme), { idempotencyKey: 'moves-house' })
    const refusal = await failureOf(create(actorOf(ada, other), { idempotencyKey: 'moves-house' }))
    expect(refusal).toEqual({
      kind: 'conflict',
      code: 'posts:errors.keyReused',
      params: { field: 'idempotencyKey' },
    })
    expect(
      await failureOf(create(actorOf(ada, other), { idempotencyKey: 'moves-house', title: 'Other' })),
    ).toEqual(refusal)
  })
})
