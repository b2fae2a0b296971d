import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { addNote, listNotes, minutesAgo, noteRows, notes, openNotes } from './notes.ts'

const { db } = await openNotes()
const list = (actor: Actor, input: object = {}) => listNotes(db, actor, input)
const remove = (id: string | undefined) =>
  db
    .update(notes)
    .set({ deletedAt: new Date() })
    .where(eq(notes.id, id ?? ''))

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

async function addNotes(author: SignedInActor, moments: readonly Date[]): Promise<string[]> {
  const rows = await Promise.all(moments.map((at) => addNote(db, author, { createdAt: at })))
  return rows.map((row) => row.id)
}

describe('a page', () => {
  test('contains the newest rows of the workspace, with the columns of lists', async () => {
    const { member, admin } = await createTeam(db)
    const old = await addNote(db, member, { createdAt: minutesAgo(5), rank: 3 })
    const young = await addNote(db, admin, { createdAt: minutesAgo(1) })
    const { items, nextCursor } = await list(member)
    expect(items.map((item) => item.id)).toEqual([young.id, old.id])
    const { id, title, createdAt, updatedAt } = old
    expect(items[1]).toEqual({
      id,
      title,
      rank: 3,
      excerpt: 'short',
      createdAt,
      updatedAt,
      createdBy: { id: member.userId, name: 'Ada Lovelace', image: null },
    })
    expect(nextCursor).toBeNull()
  })

  test('is empty, without a next page, in a workspace without rows', async () => {
    expect(await list(actorOf(await createUser(db)))).toEqual({ items: [], nextCursor: null })
  })

  test('has 20 rows by default, and no next page at the end', async () => {
    const { member } = await createTeam(db)
    await addNotes(
      member,
      Array.from({ length: 21 }, (_, at) => minutesAgo(at)),
    )
    expect((await list(member)).items).toHaveLength(20)
    expect((await list(member, { limit: 1 })).items).toHaveLength(1)
    const exact = await list(member, { limit: 21 })
    expect([exact.items.length, exact.nextCursor]).toEqual([21, null])
  })

  test('contains no deleted row', async () => {
    const { member } = await createTeam(db)
    const [kept, gone] = await addNotes(member, [minutesAgo(1), minutesAgo(2)])
    await remove(gone)
    expect((await list(member)).items.map((item) => item.id)).toEqual([kept])
  })

  test('shows the rows of a deleted account without a creator', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const acme = await createOrganization(db, { owner: ben, member: ada })
    await addNote(db, actorOf(ada, acme))
    await db.delete(user).where(eq(user.id, ada.id))
    expect((await list(actorOf(ben, acme))).items).toMatchObject([{ createdBy: null }])
  })

  test('contains only rows of the active workspace, personal or of an organization', async () => {
    const [ada, ben] = [await createUser(db), await createUser(db)]
    const [acme, other] = [
      await createOrganization(db, { owner: ada, member: ben }),
      await createOrganization(db, { owner: ada }),
    ]
    const places = [actorOf(ada), actorOf(ada, acme), actorOf(ada, other), actorOf(ben)]
    const written = []
    for (const place of places) written.push((await addNote(db, place)).id)
    for (const [at, place] of places.entries())
      expect((await list(place)).items.map((item) => item.id)).toEqual([written[at]])
    expect((await list(actorOf(ben, acme))).items.map((item) => item.id)).toEqual([written[1]])
  })

  test('requires sign-in', async () => {
    expect(await failureOf(list(anonymous))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('page after page', () => {
  test('returns every row once, newest first', async () => {
    const { member } = await createTeam(db)
    const written = await addNotes(
      member,
      Array.from({ length: 23 }, (_, at) => minutesAgo(at)),
    )
    expect(await allPages(member, 5)).toMatchObject({ ids: written, sizes: [5, 5, 5, 5, 3] })
  })

  test('returns rows of the same millisecond once each, wherever a page ends', async () => {
    const { member } = await createTeam(db)
    const at = minutesAgo(1)
    const written = await addNotes(member, [
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

  test('returns the initial rows once, while others create and delete rows', async () => {
    const { member, admin } = await createTeam(db)
    const written = await addNotes(
      member,
      Array.from({ length: 30 }, (_, at) => minutesAgo(1 + Math.floor(at / 3))),
    )
    const [first = '', ...others] = written
    let turn = 0
    const { ids } = await allPages(member, 4, async () => {
      turn++
      await addNote(db, admin, { title: `Meanwhile ${turn}` })
      // An offset would shift here and skip a row.
      if (turn === 2) await remove(first)
    })
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => others.includes(id)).toSorted()).toEqual(others.toSorted())
    expect(turn).toBeGreaterThan(5)
  })

  test('continues after a row that was deleted once its page was read', async () => {
    const { member } = await createTeam(db)
    const written = await addNotes(member, [1, 2, 3, 4].map(minutesAgo))
    const first = await list(member, { limit: 2 })
    await remove(written[1])
    expect((await list(member, { limit: 2, cursor: first.nextCursor })).items.map((item) => item.id)).toEqual(
      written.slice(2),
    )
  })

  test('with a cursor of another workspace returns only rows of the own workspace', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    await addNotes(others.member, [minutesAgo(1), minutesAgo(2)])
    const own = await addNotes(team.member, [minutesAgo(0), minutesAgo(3)])
    const { nextCursor } = await list(others.member, { limit: 1 })
    expect((await list(team.member, { cursor: nextCursor })).items.map((item) => item.id)).toEqual(
      own.slice(1),
    )
  })
})

const cursorOf = (at: string, id: string) =>
  Buffer.from(JSON.stringify(['-createdAt', at, id])).toString('base64url')

test.each([
  ['no base64', '%%%'],
  ['an empty one', ''],
  ['another text', Buffer.from('hello').toString('base64url')],
  ['a day that is in no calendar', cursorOf('2026-02-30T00:00:00.000Z', 'abc')],
  ['a year that PostgreSQL lacks', cursorOf('0000-01-01T00:00:00.000Z', 'abc')],
  ['SQL in the place of the id', cursorOf('2026-02-03T00:00:00.000Z', "' or 1=1")],
  ['a NUL', cursorOf('2026-02-03T00:00:00.000Z', 'a\u0000b')],
])('a malformed cursor (%s) is invalid, on its field', async (_, cursor) => {
  const { member } = await createTeam(db)
  expect(await failureOf(list(member, { cursor }))).toEqual({
    kind: 'invalid',
    code: 'errors:invalid',
    params: { field: 'cursor' },
  })
})

describe('a search', () => {
  test('finds rows with every word as a prefix, and pages of it miss nothing', async () => {
    const { member } = await createTeam(db)
    for (let number = 0; number < 7; number++)
      await addNote(db, member, { title: `slab ${number}`, createdAt: new Date(2026, 0, number + 1) })
    await addNote(db, member, { title: 'Another' })
    const first = await list(member, { search: 'sla', limit: 4 })
    const second = await list(member, { search: 'sla', limit: 4, cursor: first.nextCursor })
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((number) => `slab ${number}`),
    )
    expect((await list(member, { search: 'slab 3' })).items).toHaveLength(1)
  })

  test('of no word finds nothing', async () => {
    const { member } = await createTeam(db)
    await addNote(db, member)
    expect(await list(member, { search: '...' })).toEqual({ items: [], nextCursor: null })
    expect((await list(member, { search: '  ' })).items).toHaveLength(1)
  })
})

test('a list is sorted by a field in both directions, rows without a value last', async () => {
  const { member } = await createTeam(db)
  for (const rank of [2, null, 1, 3]) await addNote(db, member, { rank })
  const ranks = async (sort: string) => {
    const first = await list(member, { sort, limit: 2 })
    const { items } = await list(member, { sort, limit: 2, cursor: first.nextCursor })
    return [...first.items, ...items].map(({ rank }) => rank)
  }
  expect(await ranks('rank')).toEqual([1, 2, 3, null])
  expect(await ranks('-rank')).toEqual([3, 2, 1, null])
  expect(noteRows.listInput.safeParse({ sort: 'secret' }).success).toBe(false)
})

test('a filter narrows a list to a value, or to rows that have it among several', async () => {
  const { member } = await createTeam(db)
  const done = await addNote(db, member, { isDone: true, tags: ['red'] })
  const open = await addNote(db, member, { tags: ['red', 'blue'] })
  const ids = async (input: object) => (await list(member, input)).items.map(({ id }) => id)
  expect(await ids({ isDone: true })).toEqual([done.id])
  expect(await ids({ isDone: false })).toEqual([open.id])
  expect(await ids({ tags: 'red' })).toEqual([open.id, done.id])
  expect(await ids({ tags: 'red', isDone: true })).toEqual([done.id])
  expect(await ids({ tags: 'green' })).toEqual([])
})

test('the recent ones are the newest five of the workspace', async () => {
  const [{ member, admin }, foreign] = [await createTeam(db), await createTeam(db)]
  await addNote(db, foreign.member)
  const ids = await addNotes(
    admin,
    [1, 2, 3, 4, 5, 6].map((minutes) => minutesAgo(minutes)),
  )
  await addNote(db, member, { deletedAt: new Date() })
  const recent = await noteRows.recent(makeContext(db, member))
  expect(recent.map(({ id }) => id)).toEqual(ids.slice(0, 5))
  expect(await noteRows.recent(makeContext(db, actorOf(await createUser(db))))).toEqual([])
})
