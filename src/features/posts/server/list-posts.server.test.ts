import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost as createPostByVerb } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { listPosts } from './list-posts.server.ts'
import { listPostsInput } from '../posts.schema.ts'
import { createPost } from '../posts.fixtures.ts'

const { db } = await openTestDatabase()
const list = (actor: Actor, input: object = {}) =>
  listPosts(makeContext(db, actor), listPostsInput.parse(input))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Reads all pages; `between` runs before each next page. */
async function allPages(actor: Actor, limit: number, between: () => Promise<unknown> = async () => {}) {
  const items = []
  const sizes = []
  let cursor: string | null | undefined
  do {
    const page = await list(actor, { cursor, limit })
    items.push(...page.items)
    sizes.push(page.items.length)
    cursor = page.nextCursor
    if (cursor !== null) await between()
  } while (cursor !== null)
  return { items, ids: items.map((item) => item.id), sizes }
}

async function createPosts(author: SignedInActor, moments: readonly Date[]): Promise<string[]> {
  const rows = await Promise.all(moments.map((at) => createPost(db, author, { createdAt: at })))
  return rows.map((row) => row.id)
}

describe('a page', () => {
  test('contains the newest posts of the workspace, without their content', async () => {
    const { member, admin } = await createTeam(db)
    const old = await createPost(db, member, { createdAt: minutesAgo(5), content: 'y'.repeat(500) })
    const young = await createPost(db, admin, { createdAt: minutesAgo(1) })
    const { items, nextCursor } = await list(member)
    expect(items.map((item) => item.id)).toEqual([young.id, old.id])
    const { id, title, createdAt, updatedAt } = old
    expect(items[1]).toEqual({
      id,
      title,
      excerpt: `${'y'.repeat(199)}…`,
      createdAt,
      updatedAt,
      createdBy: { id: member.userId, name: 'Ada Lovelace', image: null },
    })
    expect(nextCursor).toBeNull()
  })

  test('is empty, without a next page, in a workspace without posts', async () => {
    expect(await list(actorOf(await createUser(db)))).toEqual({ items: [], nextCursor: null })
  })

  test('has 20 posts by default, and no next page at the end', async () => {
    const { member } = await createTeam(db)
    await createPosts(
      member,
      Array.from({ length: 21 }, (_, at) => minutesAgo(at)),
    )
    expect((await list(member)).items).toHaveLength(20)
    expect((await list(member, { limit: 1 })).items).toHaveLength(1)
    const exact = await list(member, { limit: 21 })
    expect([exact.items.length, exact.nextCursor]).toEqual([21, null])
  })

  test('contains no deleted post', async () => {
    const { member } = await createTeam(db)
    const [kept, gone] = await createPosts(member, [minutesAgo(1), minutesAgo(2)])
    await deletePost(makeContext(db, member), { id: gone ?? '' })
    expect((await list(member)).items.map((item) => item.id)).toEqual([kept])
  })

  test('shows the posts of a deleted account without a creator', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const acme = await createOrganization(db, { owner: ben, member: ada })
    await createPost(db, actorOf(ada, acme))
    await db.delete(user).where(eq(user.id, ada.id))
    expect((await list(actorOf(ben, acme))).items).toMatchObject([{ createdBy: null }])
  })

  test('contains only posts of the active workspace, personal or of an organization', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const [acme, other] = [
      await createOrganization(db, { owner: ada, member: ben }),
      await createOrganization(db, { owner: ada }),
    ]
    const places = [actorOf(ada), actorOf(ada, acme), actorOf(ada, other), actorOf(ben)]
    const written = []
    for (const place of places) written.push((await createPost(db, place)).id)
    for (const [at, place] of places.entries())
      expect((await list(place)).items.map((item) => item.id)).toEqual([written[at]])
    expect((await list(actorOf(ben, acme))).items.map((item) => item.id)).toEqual([written[1]])
  })

  test('requires sign-in', async () => {
    expect(await failureOf(list(anonymous))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('page after page', () => {
  test('returns every post once, newest first', async () => {
    const { member } = await createTeam(db)
    const written = await createPosts(
      member,
      Array.from({ length: 23 }, (_, at) => minutesAgo(at)),
    )
    expect(await allPages(member, 5)).toMatchObject({ ids: written, sizes: [5, 5, 5, 5, 3] })
  })

  test('returns posts of the same millisecond once each, wherever a page ends', async () => {
    const { member } = await createTeam(db)
    const at = minutesAgo(1)
    const written = await createPosts(member, [
      ...Array.from({ length: 12 }, () => at),
      new Date(at.getTime() + 1),
      new Date(at.getTime() - 1),
    ])
    for (const limit of [1, 2, 3, 5, 7, 12]) {
      const { ids } = await allPages(member, limit)
      expect(ids.toSorted()).toEqual(written.toSorted())
      expect([ids.at(0), ids.at(-1)]).toEqual(written.slice(-2))
    }
  })

  test('returns the initial posts once, while others create and delete posts', async () => {
    const { member, admin } = await createTeam(db)
    const written = await createPosts(
      member,
      Array.from({ length: 30 }, (_, at) => minutesAgo(1 + Math.floor(at / 3))),
    )
    const [first = '', ...others] = written
    let turn = 0
    const { ids } = await allPages(member, 4, async () => {
      turn++
      await createPostByVerb(makeContext(db, admin), { title: `Meanwhile ${turn}`, content: 'new' })
      // An offset would shift here and skip a row.
      if (turn === 2) await deletePost(makeContext(db, admin), { id: first })
    })
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => others.includes(id)).toSorted()).toEqual(others.toSorted())
    expect(turn).toBeGreaterThan(5)
  })

  test('continues after a post that was deleted once its page was read', async () => {
    const { member } = await createTeam(db)
    const written = await createPosts(member, [1, 2, 3, 4].map(minutesAgo))
    const first = await list(member, { limit: 2 })
    await deletePost(makeContext(db, member), { id: written[1] ?? '' })
    expect((await list(member, { limit: 2, cursor: first.nextCursor })).items.map((item) => item.id)).toEqual(
      written.slice(2),
    )
  })

  test('with a cursor of another workspace returns only posts of the own workspace', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    await createPosts(others.member, [minutesAgo(1), minutesAgo(2)])
    const own = await createPosts(team.member, [minutesAgo(0), minutesAgo(3)])
    const { nextCursor } = await list(others.member, { limit: 1 })
    expect((await list(team.member, { cursor: nextCursor })).items.map((item) => item.id)).toEqual(
      own.slice(1),
    )
  })
})

test.each([
  ['no base64', '%%%'],
  ['an empty one', ''],
  ['another text', Buffer.from('hello').toString('base64url')],
  ['a day that is in no calendar', Buffer.from('2026-02-30T00:00:00.000Z abc').toString('base64url')],
  ['a year that PostgreSQL lacks', Buffer.from('0000-01-01T00:00:00.000Z abc').toString('base64url')],
  ['SQL in the place of the id', Buffer.from("2026-02-03T00:00:00.000Z ' or 1=1").toString('base64url')],
  ['a NUL', Buffer.from('2026-02-03T00:00:00.000Z a\u0000b').toString('base64url')],
])('a malformed cursor (%s) is invalid, on its field', async (_, cursor) => {
  const { member } = await createTeam(db)
  expect(await failureOf(list(member, { cursor }))).toEqual({
    kind: 'invalid',
    code: 'errors:invalid',
    params: { field: 'cursor' },
  })
})
