import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { deletePost } from './delete-post.server.ts'
import { posts } from './posts.table.server.ts'
import { updatePost } from './update-post.server.ts'
import { createPost } from '../posts.fixtures.ts'

const { db } = await openTestDatabase()
const changed = { title: 'Changed', content: 'Other words' }
const update = (actor: Actor, id: string, values = changed) =>
  updatePost(makeContext(db, actor), { id, ...values })
const rowOf = async (id: string) => (await db.select().from(posts).where(eq(posts.id, id)))[0]
const yesterday = () => new Date(Date.now() - 86_400_000)

describe('an updated post', () => {
  test('keeps its place, creator and workspace, gets a new update time and is logged', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member, { createdAt: yesterday(), updatedAt: yesterday() })
    const answer = await update(member, before.id)
    const after = await rowOf(before.id)
    expect(after).toEqual({
      ...before,
      ...changed,
      contentTree: '[["p",{},"Other words"]]',
      contentText: 'Other words',
      excerpt: 'Other words',
      search: after?.search,
      updatedAt: after?.updatedAt,
    })
    expect(after?.updatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(answer).toMatchObject({
      id: before.id,
      ...changed,
      createdAt: before.createdAt,
      updatedAt: after?.updatedAt,
    })
    expect(await auditOf(db, before.id)).toMatchObject([
      { action: 'post.update', actorId: member.userId, targetType: 'post' },
    ])
  })

  test('stays unchanged when the audit entry cannot be written', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member)
    await whileAuditFails(db, () => expect(update(member, before.id)).rejects.toThrow())
    expect(await rowOf(before.id)).toEqual(before)
  })
})

describe('an update based on a version', () => {
  test('is rejected after a concurrent update, which is not overwritten', async () => {
    const { member, admin } = await createTeam(db)
    const before = await createPost(db, member, { createdAt: yesterday(), updatedAt: yesterday() })
    const tries = [member, admin].map((someUser, index) =>
      updatePost(makeContext(db, someUser), {
        id: before.id,
        title: `Version ${index}`,
        content: 'x',
        basedOn: before.updatedAt,
      }),
    )
    const failed = await outcomesOf(tries)
    expect(failed).toEqual({ ok: 1, conflict: 1 })
  })
})

describe('who may update a post', () => {
  test('its creator, an admin and an owner, but no other member', async () => {
    const { owner, admin, member, organization: acme } = await createTeam(db)
    const cleo = await createUser(db)
    const colleague = { ...actorOf(cleo), workspace: { organizationId: acme.id, role: 'member' as const } }
    const before = await createPost(db, member)
    expect(await failureOf(update(colleague, before.id))).toEqual({
      kind: 'forbidden',
      code: 'errors:forbidden',
      params: {},
    })
    expect(await rowOf(before.id)).toEqual(before)
    expect(await auditOf(db, before.id)).toEqual([])
    for (const someUser of [member, admin, owner])
      expect(await update(someUser, before.id)).toMatchObject(changed)
  })

  test('only admins and owners once the account of its creator is deleted', async () => {
    const ada = await createUser(db)
    const [ben, cleo] = [await createUser(db), await createUser(db)]
    const acme = await createOrganization(db, { owner: ben, member: [ada, cleo] })
    const { id } = await createPost(db, actorOf(ada, acme))
    await db.delete(user).where(eq(user.id, ada.id))
    expect(await failureOf(update(actorOf(cleo, acme), id))).toMatchObject({ kind: 'forbidden' })
    expect(await update(actorOf(ben, acme), id)).toMatchObject({ ...changed, createdBy: null })
  })

  test('nobody in another workspace: unknown, deleted and foreign posts throw the same not_found and stay unchanged', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    const root = actorOf(await createUser(db, { role: 'admin' }))
    const foreign = await createPost(db, others.owner)
    const deleted = await createPost(db, team.member, { deletedAt: yesterday() })
    const unknown = await failureOf(update(team.owner, createId()))
    expect(unknown).toEqual({ kind: 'not_found', code: 'errors:notFound', params: {} })
    for (const someUser of [team.owner, team.member, root])
      expect(await failureOf(update(someUser, foreign.id))).toEqual(unknown)
    expect(await failureOf(update(team.member, deleted.id))).toEqual(unknown)
    expect([await rowOf(foreign.id), await rowOf(deleted.id)]).toEqual([foreign, deleted])
  })

  test('not its creator from another workspace', async () => {
    const ada = await createUser(db)
    const acme = await createOrganization(db, { owner: ada })
    const { id } = await createPost(db, actorOf(ada))
    expect(await failureOf(update(actorOf(ada, acme), id))).toMatchObject({ kind: 'not_found' })
  })

  test('no visitor', async () => {
    const { member } = await createTeam(db)
    const before = await createPost(db, member)
    expect(await failureOf(update(anonymous, before.id))).toMatchObject({ kind: 'unauthenticated' })
    expect(await rowOf(before.id)).toEqual(before)
  })
})

describe('under concurrency', () => {
  test('updates of one post never mix: title and content are from the same one', async () => {
    const { member } = await createTeam(db)
    const { id } = await createPost(db, member)
    const texts = Array.from({ length: 20 }, (_, at) => ({ title: `Title ${at}`, content: `Content ${at}` }))
    const answers = await Promise.all(texts.map((text) => update(member, id, text)))
    answers.forEach((answer, at) => expect(answer).toMatchObject(texts[at] ?? {}))
    const row = await rowOf(id)
    expect(texts).toContainEqual({ title: row?.title, content: row?.content })
    expect(await auditOf(db, id)).toHaveLength(20)
  })

  test('an update and a delete: the delete wins, and the update came before it or failed', async () => {
    const { member, admin } = await createTeam(db)
    for (let round = 0; round < 20; round++) {
      const { id, title } = await createPost(db, member)
      const changing = update(member, id)
      const outcomes = await outcomesOf([changing, deletePost(makeContext(db, admin), { id })])
      const row = await rowOf(id)
      expect(row?.deletedAt).toBeInstanceOf(Date)
      expect([{ ok: 2 }, { ok: 1, not_found: 1 }]).toContainEqual(outcomes)
      expect(row?.title).toBe(outcomes.ok === 2 ? changed.title : title)
      expect(await auditOf(db, id)).toHaveLength(outcomes.ok ?? 0)
    }
  })
})
