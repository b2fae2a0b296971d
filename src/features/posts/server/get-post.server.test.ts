import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { getPost, getPostEditor, showPost } from './get-post.server.ts'
import { updatePost } from './update-post.server.ts'
import { createPost } from '../posts.fixtures.ts'
import { posts } from './posts.table.server.ts'

const { db } = await openTestDatabase()
const get = (actor: Actor, id: string) => getPost(makeContext(db, actor), { id })

test('every member of the workspace can read the full post', async () => {
  const { owner, admin, member } = await createTeam(db)
  const { id, createdAt, updatedAt } = await createPost(db, owner, {
    title: 'Hello',
    content: 'x'.repeat(300),
  })
  const whole = {
    id,
    title: 'Hello',
    excerpt: `${'x'.repeat(199)}…`,
    content: 'x'.repeat(300),
    contentTree: JSON.stringify([['p', {}, 'x'.repeat(300)]]),
    createdAt,
    updatedAt,
  }
  for (const reader of [owner, admin, member]) {
    expect(await get(reader, id)).toEqual({
      ...whole,
      createdBy: { id: owner.userId, name: 'Ada Lovelace', image: null },
    })
  }
})

test('its page has it parsed, and its text only for who may edit it', async () => {
  const { owner, member } = await createTeam(db)
  const { id } = await createPost(db, owner, { content: 'A *word*' })
  const show = (actor: Actor) => showPost(makeContext(db, actor), { id })
  const contentTree = JSON.stringify([['p', {}, 'A ', ['em', {}, 'word']]])
  expect(await show(owner)).toMatchObject({ content: 'A *word*', contentTree })
  expect(await show(member)).toMatchObject({ content: null, contentTree })
  await db.update(posts).set({ contentTree: null }).where(eq(posts.id, id))
  expect(await show(member)).toMatchObject({
    contentTree: JSON.stringify([['as-written', {}, 'A *word*']]),
  })
})

test('the editor is who saved it last, as long as the account exists', async () => {
  const { admin, member } = await createTeam(db)
  const { id } = await createPost(db, member)
  const editor = () => getPostEditor(makeContext(db, member), { id })
  expect(await editor()).toBeNull()
  await updatePost(makeContext(db, member), { id, title: 'Mine', content: 'By its creator' })
  await updatePost(makeContext(db, admin), { id, title: 'Theirs', content: 'By an admin' })
  expect(await editor()).toEqual({ id: admin.userId, name: 'Ada Lovelace' })
  const stranger = actorOf(await createUser(db))
  expect(await failureOf(getPostEditor(makeContext(db, stranger), { id }))).toMatchObject({
    kind: 'not_found',
  })
  await db.delete(user).where(eq(user.id, admin.userId))
  expect(await editor()).toBeNull()
})

test('unknown, deleted and foreign posts throw the same not_found', async () => {
  const [team, others] = [await createTeam(db), await createTeam(db)]
  const stranger = actorOf(await createUser(db))
  const foreign = [await createPost(db, others.member), await createPost(db, stranger)]
  const deleted = await createPost(db, team.member, { deletedAt: new Date() })
  const unknown = await failureOf(get(team.member, createId()))
  expect(unknown).toEqual({ kind: 'not_found', code: 'errors:notFound', params: {} })
  for (const { id } of [...foreign, deleted]) expect(await failureOf(get(team.member, id))).toEqual(unknown)
})

test('a post can only be read in its own workspace, even by a member of both', async () => {
  const ada = await createUser(db)
  const [acme, other] = [
    await createOrganization(db, { owner: ada }),
    await createOrganization(db, { owner: ada }),
  ]
  const places = [actorOf(ada), actorOf(ada, acme), actorOf(ada, other)]
  for (const home of places) {
    const { id } = await createPost(db, home)
    for (const place of places) {
      if (place === home) expect(await get(place, id)).toMatchObject({ id })
      else expect(await failureOf(get(place, id))).toMatchObject({ kind: 'not_found' })
    }
  }
})

test('an application admin cannot read a post of another workspace', async () => {
  const { member } = await createTeam(db)
  const { id } = await createPost(db, member)
  expect(await failureOf(get(actorOf(await createUser(db, { role: 'admin' })), id))).toMatchObject({
    kind: 'not_found',
  })
})

test('a post outlives the account of its creator in an organization, but not in a personal workspace', async () => {
  const ada = await createUser(db)
  const ben = await createUser(db)
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const shared = await createPost(db, actorOf(ada, acme))
  const own = await createPost(db, actorOf(ada))
  await db.delete(user).where(eq(user.id, ada.id))
  expect(await get(actorOf(ben, acme), shared.id)).toMatchObject({ id: shared.id, createdBy: null })
  expect(await failureOf(get(actorOf(ada), own.id))).toMatchObject({ kind: 'not_found' })
})

test('visitors get unauthenticated, whether the post exists or not', async () => {
  const { member } = await createTeam(db)
  const { id } = await createPost(db, member)
  const refusal = { kind: 'unauthenticated', code: 'errors:signInFirst', params: {} }
  expect(await failureOf(get(anonymous, id))).toEqual(refusal)
  expect(await failureOf(get(anonymous, createId()))).toEqual(refusal)
})
