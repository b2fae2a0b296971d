import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import { member as members, user } from '@plinth/core/database/server'
import { defineReferences } from '@plinth/core/feature/server'
import { referenceChoices } from '@plinth/core/internal/references/references.server.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from '../posts.fixtures.ts'

provideAllTexts()
const { db, connection } = await openTestDatabase()

const references = defineReferences({ post: 'posts', reviewer: 'user' })
type Fields = { post: string | null; reviewer: string | null }
const none: Fields = { post: null, reviewer: null }
const titlesOf = async (actor: SignedInActor, of: string, search?: string) =>
  (await referenceChoices({ db, actor }, { of, search })).map(({ title }) => title)
const shownTo = async (actor: SignedInActor, fields: Partial<Fields>) => {
  const [row] = await references.addTo(db, actor, [{ ...none, ...fields }])
  return row?.references
}
const hold = (actor: SignedInActor, fields: Partial<Fields>, before: Partial<Fields> = {}) =>
  db.transaction((tx) =>
    references.hold(tx, actor, { row: { ...none, ...fields }, before: { ...none, ...before } }),
  )

test('a search for a post to refer to finds words of the title by their beginning, the newest first', async () => {
  const { member } = await createTeam(db)
  await createPost(db, member, { title: 'Harbor lights', content: 'Something' })
  await createPost(db, member, { title: 'Something else', content: 'A harbor', createdAt: new Date(0) })
  expect(await titlesOf(member, 'posts')).toEqual(['Harbor lights', 'Something else'])
  expect(await titlesOf(member, 'posts', 'harb')).toEqual(['Harbor lights'])
  expect(await titlesOf(member, 'posts', '...')).toEqual([])
})

test('posts of another workspace and deleted ones can neither be chosen nor kept nor read', async () => {
  const ada = await createUser(db)
  const acme = await createOrganization(db, { owner: ada })
  const [home, work] = [actorOf(ada), actorOf(ada, acme)]
  const { id: foreign } = await createPost(db, home)
  const { id: deleted } = await createPost(db, work, { deletedAt: new Date() })
  expect(await titlesOf(work, 'posts')).toEqual([])
  for (const post of [foreign, deleted]) {
    expect(await referenceChoices({ db, actor: work }, { of: 'posts', id: post })).toEqual([])
    expect(await shownTo(work, { post })).toEqual({ post: null, reviewer: null })
    expect(await failureOf(hold(work, { post }))).toMatchObject({
      kind: 'invalid',
      code: 'errors:referenceMissing',
      params: { field: 'post' },
    })
  }
})

test('a reference that has not changed may be to something deleted', async () => {
  const { member } = await createTeam(db)
  const { id: post } = await createPost(db, member, { deletedAt: new Date() })
  await hold(member, { post }, { post })
  expect(await failureOf(hold(member, { post }, { post: 'another' }))).toMatchObject({ kind: 'invalid' })
})

test('a post that is just being deleted is waited for, and then rejected', async () => {
  const { member } = await createTeam(db)
  const { id: post } = await createPost(db, member)
  const deletion = new pg.Client(connection)
  await deletion.connect()
  await deletion.query(`begin; update post set deleted_at = now() where id = '${post}'`)
  const held = failureOf(hold(member, { post }))
  const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
  await expect.poll(async () => (await deletion.query(waiting)).rowCount).toBe(1)
  await deletion.query('commit')
  await deletion.end()
  expect(await held).toMatchObject({ kind: 'invalid' })
})

test('what an API key may not read is neither shown nor chosen', async () => {
  const { member } = await createTeam(db)
  const { id: post } = await createPost(db, member)
  const withKey = {
    ...member,
    token: { id: 'key', kind: 'key' as const, name: 'CI', actions: ['references.choices'] },
  }
  expect(await shownTo(withKey, { post })).toMatchObject({ post: null })
  expect(await failureOf(hold(withKey, { post }))).toMatchObject({ kind: 'invalid' })
  expect(await failureOf(titlesOf(withKey, 'posts'))).toMatchObject({ kind: 'forbidden' })
})

test('members of the workspace can be chosen by a part of their name, and nobody else', async () => {
  const { member, admin } = await createTeam(db)
  await db.update(user).set({ name: 'Grace Hopper' }).where(eq(user.id, admin.userId))
  const stranger = actorOf(await createUser(db))
  await db.update(user).set({ name: 'Grace Stranger' }).where(eq(user.id, stranger.userId))
  expect(await titlesOf(member, 'user', 'HOP grace')).toEqual(['Grace Hopper'])
  expect(await titlesOf(member, 'user', 'stranger')).toEqual([])
  expect(await titlesOf(stranger, 'user')).toEqual(['Grace Stranger'])
  await hold(member, { reviewer: admin.userId })
  await hold(stranger, { reviewer: stranger.userId })
  for (const [actor, { userId: reviewer }] of [
    [member, stranger],
    [stranger, member],
  ] as const)
    expect(await failureOf(hold(actor, { reviewer }))).toMatchObject({ params: { field: 'reviewer' } })
})

test('a member who has left keeps the name, and one whose account is deleted is empty', async () => {
  const { member, admin } = await createTeam(db)
  const { userId: reviewer } = admin
  await db.delete(members).where(eq(members.userId, reviewer))
  expect(await shownTo(member, { reviewer })).toMatchObject({ reviewer: { id: reviewer, path: null } })
  await db.delete(user).where(eq(user.id, reviewer))
  expect(await shownTo(member, { reviewer })).toEqual({ post: null, reviewer: null })
})

test('an anonymous caller and a name that refers to nothing are rejected', async () => {
  expect(await failureOf(referenceChoices({ db, actor: anonymous }, { of: 'posts' }))).toMatchObject({
    kind: 'unauthenticated',
  })
  const { member } = await createTeam(db)
  expect(await failureOf(titlesOf(member, 'constructor'))).toMatchObject({ kind: 'not_found' })
})
