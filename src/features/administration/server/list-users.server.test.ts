import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { searchedText } from '@plinth/core/internal/identity/user-search.server.ts'
import { actorOf, createUser, type TestUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { countUsersInput, listUsersInput } from '../administration.schema.ts'
import { countUsers, listUsers, usersQuery } from './list-users.server.ts'

const { db, pool } = await openTestDatabase()
const boss: Actor = { ...actorOf(await createUser(db)), role: 'admin' }
const list = (input: object = {}, actor: Actor = boss) =>
  listUsers(makeContext(db, actor), listUsersInput.parse(input))
const idsOf = async (input: object = {}) => (await list({ limit: 100, ...input })).items.map(({ id }) => id)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const past = () => new Date(Date.now() - 1000)
const future = () => new Date(Date.now() + 60_000)

beforeEach(async () => {
  await db.delete(user)
})

async function allPages(input: object) {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ ...input, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

describe('a page', () => {
  test('contains the newest users, with only the columns of the table', async () => {
    const [old, young] = [
      await createUser(db, { createdAt: minutesAgo(2), role: null }),
      await createUser(db, { role: 'admin' }),
    ]
    const { items, nextCursor } = await list()
    expect(items.map(({ id }) => id)).toEqual([young.id, old.id])
    const { id, name, email, createdAt } = old
    const notBanned = { banned: false, banReason: null, banExpires: null }
    expect(items[1]).toEqual({ id, name, email, role: 'user', ...notBanned, emailVerified: true, createdAt })
    expect(nextCursor).toBeNull()
  })

  test('is for administrators only', async () => {
    expect(await failureOf(list({}, anonymous))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(list({}, { ...actorOf(await createUser(db)), role: 'user' }))).toMatchObject({
      kind: 'forbidden',
    })
    const impersonating = { ...actorOf(await createUser(db)), role: 'admin' as const, impersonatedBy: 'x' }
    expect(await failureOf(list({}, impersonating))).toMatchObject({ kind: 'forbidden' })
  })

  test.each(['createdAt', 'name', 'email'])(
    'after page returns every user once, sorted by %s, in both directions',
    async (sort) => {
      const someUsers: TestUser[] = []
      for (const [at, name] of [
        'ada',
        'Ben',
        'Ben',
        'ben',
        'Cleo',
        'élan',
        'Zoë',
        'zoe',
        '%',
        'İ',
      ].entries()) {
        someUsers.push(
          await createUser(db, {
            name,
            email: `${(at * 7) % 10}${at}@example.com`,
            createdAt: minutesAgo(Math.floor(at / 3)),
          }),
        )
      }
      for (const direction of ['asc', 'desc']) {
        const whole = await idsOf({ sort, direction })
        for (const limit of [1, 3, 9]) expect(await allPages({ sort, direction, limit })).toEqual(whole)
        expect(whole.toSorted()).toEqual(someUsers.map(({ id }) => id).toSorted())
      }
      expect(await idsOf({ sort, direction: 'asc' })).toEqual(
        (await idsOf({ sort, direction: 'desc' })).toReversed(),
      )
    },
  )

  test('sorts names as a dictionary does, and addresses from A to Z by default', async () => {
    for (const [name, email] of [
      ['ben', 'b@x.org'],
      ['Zoë', 'd@x.org'],
      ['Ada', 'c@x.org'],
      ['Ärzte', 'e@x.org'],
      ['Cleo', 'a@x.org'],
    ])
      await createUser(db, { name, email })
    const names = async (input: object) => (await list(input)).items.map(({ name }) => name)
    expect(await names({ sort: 'name' })).toEqual(['Ada', 'Ärzte', 'ben', 'Cleo', 'Zoë'])
    expect(await names({ sort: 'email' })).toEqual(['Cleo', 'ben', 'Ada', 'Zoë', 'Ärzte'])
  })

  test('continues after a user who was deleted once their page was read', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await createUser(db, { name })
    const first = await list({ sort: 'name', limit: 2 })
    await db.delete(user).where(sql`name = 'B'`)
    expect(
      (await list({ sort: 'name', limit: 2, cursor: first.nextCursor })).items.map(({ name }) => name),
    ).toEqual(['C', 'D'])
  })

  test('rejects forged cursors and those of another order: invalid, on its field', async () => {
    for (let count = 0; count < 3; count += 1) await createUser(db)
    const { nextCursor } = await list({ limit: 1 })
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      '%%%',
      '',
      written('x'),
      written(['createdAt', 'desc', 'no day', 'a']),
      written(['createdAt', 'desc', '2026-02-30T00:00:00.000Z', 'a']),
    ]
    const invalid = { kind: 'invalid', code: 'errors:invalid', params: { field: 'cursor' } }
    for (const cursor of [...forged, written(['createdAt', 'desc', new Date(), "' or 1=1"])])
      expect(await failureOf(list({ cursor }))).toEqual(invalid)
    for (const other of [{ sort: 'name' }, { direction: 'asc' }])
      expect(await failureOf(list({ ...other, cursor: nextCursor }))).toEqual(invalid)
  })
})

describe('a count', () => {
  const count = (input: object = {}, actor: Actor = boss) =>
    countUsers(makeContext(db, actor), countUsersInput.parse(input))

  test('counts all matches of the filter, not only the page, up to a limit', async () => {
    for (const role of ['admin', 'user', 'user']) await createUser(db, { role })
    expect(await count()).toEqual({ count: 3, isMore: false })
    expect(await count({ role: 'user' })).toEqual({ count: 2, isMore: false })
    await db.execute(sql`
      insert into ${user} (id, name, email, created_at, updated_at)
      select 'many' || i, 'Many', 'many' || i || '@example.org', now(), now() from generate_series(1, 10000) i`)
    expect(await count()).toEqual({ count: 10_000, isMore: true })
  })

  test('is for administrators only', async () => {
    expect(await failureOf(count({}, anonymous))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('a search', () => {
  test.each([
    ['lovelace', ['Ada Lovelace']],
    ['VELA', ['Ada Lovelace']],
    ['ada', ['Ada Lovelace', 'Dan Adams']],
    ['ada love', ['Ada Lovelace']],
    ['da', ['Ada Lovelace', 'Dan Adams']],
    ['kiln.example', ['Ben Okafor']],
    ['okafor ben@', ['Ben Okafor']],
    ['özi', ['Özil Ünal']],
    ['ÖZIL', ['Özil Ünal']],
    ['ozil unal', ['Özil Ünal']],
    ['strasse', ['Zoë Weiß-Straße']],
    ['zoe weiss', ['Zoë Weiß-Straße']],
    ["o'connor", ['Sinéad O’Connor']],
    ['oconnor sinead', ['Sinéad O’Connor']],
    ['munoz'.normalize('NFD'), ['Muñoz']],
    ['ñoz'.normalize('NFD'), ['Muñoz']],
    ['100%', ['100% Person']],
    ['_', ['under_score']],
    [String.raw`back\slash`, [String.raw`back\slash`]],
    ['nobody', []],
    [
      '   ',
      [
        '100% Person',
        'Ada Lovelace',
        'Ben Okafor',
        'Dan Adams',
        String.raw`back\slash`,
        'under_score',
        'Özil Ünal',
        'Zoë Weiß-Straße',
        'Sinéad O’Connor',
        'Muñoz',
      ],
    ],
  ])('for %j finds users whose name or address contains every word', async (search, found) => {
    await createUser(db, { name: 'Ben Okafor', email: 'ben@kiln.example' })
    const others = [
      'Ada Lovelace',
      'Dan Adams',
      'Özil Ünal',
      '100% Person',
      'under_score',
      String.raw`back\slash`,
      'Zoë Weiß-Straße',
      'Sinéad O’Connor',
      'Muñoz',
    ]
    // Addresses without any of the words, which addresses made from ids could contain.
    for (const [at, name] of others.entries()) await createUser(db, { name, email: `${at}@mail.example` })
    const { items } = await list({ search, limit: 100 })
    expect(items.map(({ name }) => name).toSorted()).toEqual(found.toSorted())
  })
})

describe('a filter', () => {
  test('works by role, ban and verified address, alone and combined', async () => {
    const admin = await createUser(db, { role: 'admin', emailVerified: false })
    const banned = await createUser(db, { banned: true, banReason: 'Spam', banExpires: future() })
    const forGood = await createUser(db, { banned: true, role: 'admin' })
    const plain = await createUser(db, { role: null, emailVerified: false })
    const found = async (input: object) => (await idsOf(input)).toSorted()
    const of = (...someUsers: TestUser[]) => someUsers.map(({ id }) => id).toSorted()
    expect(await found({ role: 'admin' })).toEqual(of(admin, forGood))
    expect(await found({ role: 'user' })).toEqual(of(banned, plain))
    expect(await found({ banned: true })).toEqual(of(banned, forGood))
    expect(await found({ banned: false })).toEqual(of(admin, plain))
    expect(await found({ verified: true })).toEqual(of(banned, forGood))
    expect(await found({ verified: false })).toEqual(of(admin, plain))
    expect(await found({ role: 'admin', banned: true, verified: true })).toEqual(of(forGood))
    expect(await found({ role: 'admin', banned: true, search: 'nobody' })).toEqual([])
  })

  test('treats an expired ban as none, in the filter and in the rows', async () => {
    const { id } = await createUser(db, { banned: true, banReason: 'Spam', banExpires: past() })
    expect(await idsOf({ banned: true })).toEqual([])
    expect((await list({ banned: false })).items).toMatchObject([
      { id, banned: false, banReason: null, banExpires: null },
    ])
  })

  test('shows a ban with its reason and end', async () => {
    const banExpires = future()
    await createUser(db, { banned: true, banReason: 'Spam', banExpires })
    expect((await list({ banned: true })).items).toMatchObject([
      { banned: true, banReason: 'Spam', banExpires },
    ])
  })
})

test('every order, filter and search uses an index on a large table', async () => {
  // Together they take longer than a query may on a busy machine.
  for (let first = 1; first < 30_000; first += 3_000)
    await db.execute(sql`
      insert into "user" (id, name, email, email_verified, role, banned, ban_expires, created_at)
        select 'many-' || n, 'Person ' || md5(n::text), md5(n::text) || '@example.com', n % 10 > 0, case when n % 5000 = 0 then 'admin' else 'user' end,
          n % 1000 = 0, null, now() - n * interval '1 minute' from generate_series(${first}::integer, ${first + 2999}) n`)
  await db.execute(sql`vacuum analyze "user"`)
  const { nextCursor } = await list({ sort: 'name' })
  const asked = [
    {},
    { sort: 'name' },
    { sort: 'name', cursor: nextCursor },
    { sort: 'email', direction: 'desc' },
    { role: 'admin' },
    { role: 'admin', sort: 'name' },
    { banned: true, sort: 'email' },
    { banned: false },
    { verified: false, sort: 'name' },
    { search: 'abcd' },
    { search: 'a1b', sort: 'name', verified: false },
  ]
  for (const input of asked) {
    const { cursor, limit, ...filter } = listUsersInput.parse(input)
    const { sql: text, params } = usersQuery(db, filter, { cursor, limit }).toSQL()
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), JSON.stringify(input)).not.toContain('Seq Scan')
  }
  // Deleting as many takes seconds.
  await db.execute(sql`truncate "user" cascade`)
})

test('words that are too short for the index are searched without what only the index makes cheap', () => {
  const textOf = (of: SQL) => db.select().from(user).where(of).toSQL().sql.split(' where ')[1] ?? ''
  const onlyIndexed = textOf(searchedText)
  const queryFor = (search: string) => {
    const filter = listUsersInput.parse({ search })
    return usersQuery(db, filter, filter).toSQL().sql
  }
  expect(queryFor('abcd')).toContain(onlyIndexed)
  expect(queryFor('zq')).not.toContain(onlyIndexed)
})
