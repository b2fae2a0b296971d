import { expect, test } from 'vitest'
import type { Actor } from '@plinth/core/access'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost as createPostByVerb } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { postRows } from './post-rows.server.ts'
import { updatePost } from './update-post.server.ts'
import { createPost } from '../posts.fixtures.ts'

const { db } = await openTestDatabase()
const found = async (actor: Actor, search: string) =>
  (await postRows.list(makeContext(db, actor), { search, limit: 100 })).items.map((item) => item.title)

test('a post is found by word prefixes of title and content, in any order, case and language', async () => {
  const { member } = await createTeam(db)
  await createPost(db, member, {
    title: 'Über den Marktplatz',
    content: 'La plaza está llena de niños, version 3.14 by ada@example.com',
  })
  await createPost(db, member, { title: 'Something else', content: 'Nothing of that' })
  for (const search of ['markt', 'ÜBER', 'plaza niños', 'niños markt', '3.14', 'ada@example.com', 'versi'])
    expect(await found(member, search), search).toEqual(['Über den Marktplatz'])
  for (const search of ['platz', 'markt nothing', '3.15'])
    expect(await found(member, search), search).toEqual([])
})

test('a post is found by every part of what it says, without signs, accents, case or a form of Unicode', async () => {
  const { member } = await createTeam(db)
  const texts: [title: string, content: string, searches: string[]][] = [
    [
      'Invoice INV-2024-0815',
      'done on 2026-11-28',
      ['0815', '2024', '11-28', 'inv-2024', 'INV20240815', 'invoice 0815'],
    ],
    [
      'Generics',
      'Promise<Customer>, TCP/IP, input/output, https://example.com/guides/upgrade?from=v1#notes',
      ['Customer', 'promise<cust', 'IP', 'output', 'upgrade', 'notes', 'https://example.com/guides/up'],
    ],
    ['Zürich', 'Straßenfest, Münchner', ['zurich', 'ZÜRICH', 'strassenfest', 'straßenfest', 'munchner']],
    ['Müller'.normalize('NFD'), 'x', ['müller', 'Müller'.normalize('NFD'), 'muller']],
    [
      'Łódź and Ærø',
      'snake_case, camelCase, O’Connor, ﬁne',
      ['lodz', 'aero', 'case', "O'Connor", 'oconnor', 'fine'],
    ],
    ['Привет, Ёлка', '東京 tower', ['привет', 'ёлка', 'елка', '東']],
    [
      'Signs',
      '**Bo**ld `inline_code` | a|b | ~~gone~~ <details>',
      ['inline_code', 'gone', 'details', 'code'],
    ],
  ]
  for (const [title, content] of texts) await createPost(db, member, { title, content })
  for (const [title, , searches] of texts)
    for (const search of searches) expect(await found(member, search), search).toEqual([title])
})

test('a search without words finds nothing; quotes, operators and backslashes are plain text', async () => {
  const { member } = await createTeam(db)
  await createPost(db, member, { title: "O'Brien \\ path" })
  for (const search of ['---', "'", '\\', '& | !', ':*', '()'])
    expect(await found(member, search), search).toEqual([])
  for (const search of ["o'brien", "path' | 'x", 'obrien\\', "o'b & !x"])
    expect(await found(member, search)).toBeInstanceOf(Array)
  expect(await found(member, "o'brien")).toEqual(["O'Brien \\ path"])
})

test('foreign and deleted posts are not found; an updated post is found by its new words only', async () => {
  const { member } = await createTeam(db)
  const { member: stranger } = await createTeam(db)
  const ctx = makeContext(db, member)
  await createPost(db, stranger, { title: 'granite' })
  const kept = await createPostByVerb(ctx, { title: 'granite', content: 'one' })
  const gone = await createPostByVerb(ctx, { title: 'granite', content: 'two' })
  await deletePost(ctx, { id: gone.id })
  expect(await found(member, 'granite')).toEqual(['granite'])
  await updatePost(ctx, { id: kept.id, title: 'marble', content: 'one' })
  expect(await found(member, 'granite')).toEqual([])
  expect(await found(member, 'marble')).toEqual(['marble'])
})

test('a search looks for its first sixteen words', async () => {
  const { member } = await createTeam(db)
  await createPost(db, member, { title: 'Alphabet', content: 'a b c d e f g h i j k l m n o p' })
  const alphabet = 'p o n m l k j i h g f e d c b a'
  for (const search of [`${alphabet} q`, `${alphabet.replaceAll(' ', '-')}-q`])
    expect(await found(member, search), search).toEqual(['Alphabet'])
  expect(await found(member, `q ${alphabet}`)).toEqual([])
})
