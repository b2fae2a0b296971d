import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from '../../../src/components/markdown/markdown.tsx'
import { leastCpuMsOf } from '@plinth/testing/cpu-time.ts'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { markdownPieces } from '@plinth/testing/markdown-pieces.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { formatFields, formatStored } from '@plinth/core/verb/server'
import { formatRows } from '@plinth/core/internal/markdown/format-rows.server.ts'

const LENGTH_MAX = 50_000

const { db } = await openTestDatabase()
const actor = actorOf(await createUser(db))
const running = { log: testLog, signal: new AbortController().signal }

const stored = (content: string) => formatFields(running, actor, { content })

// A tree that is stored takes under 100 ms of a free core to show, and several times that on a busy one. The
// texts below took seconds.
const CPU_MS_MAX = 1_000

/** Either the text is refused at its field, or whoever reads it pays little. */
async function expectCheapOrRefused(content: string): Promise<'cheap' | 'refused'> {
  const formatted = await stored(content).catch((error: unknown) => error as Error)
  if (formatted instanceof Error) {
    expect(formatted).toMatchObject({ code: 'errors:tooComplex', params: { field: 'content' } })
    return 'refused'
  }
  let html = ''
  const show = () => (html = renderToStaticMarkup(createElement(Markdown, { tree: formatted.contentTree })))
  expect(leastCpuMsOf(() => void show(), 200)).toBeLessThan(CPU_MS_MAX)
  // As a page has it in a script.
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(formatted.contentTree))
  expect(bytes).toBeLessThan(900_000)
  return 'cheap'
}

const repeated = (piece: string, length = LENGTH_MAX) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

describe('a text that takes long to parse or makes a large page is refused when it is written', () => {
  test.each([
    [
      'a table whose short rows are filled up',
      `${'|a'.repeat(3333)}|\n${'|-'.repeat(3333)}|\n${'|\n'.repeat(3333)}`,
    ],
    ['nested quotes', '>'.repeat(LENGTH_MAX)],
    ['one address for many references', `${'[a]'.repeat(5_000)}\n\n[a]: /${'b'.repeat(20_000)}`],
    ['brackets before many words', `${'!['.repeat(800)}${'w '.repeat(24_000)}`],
    ['twenty kilobytes that make two megabytes', repeated('```\n```\n', 22_000)],
    ['lines that may belong to a quote', `> a\n${'aa\n'.repeat(12_000)}`],
  ])('%s', async (_, text) => {
    expect(await expectCheapOrRefused(text)).toBe('refused')
  })

  test.each([
    ['lines that may be the second row of a table', repeated('--\n', 30_000)],
    ['definitions with indented code', repeated('[a]: b\n\n    c\n', 7_000)],
    ['definitions whose next line may be a title', repeated('[a]: b\n    c\n', 7_000)],
    ['footnotes with indented content', repeated('[^a]: b\n\n    c\n\n')],
    ['footnotes', `${'[^a]'.repeat(5_000)}\n\n[^a]: x`],
    ['a thousand tables', repeated('a|\n-|\n\n')],
    ['emphasis that is never closed', repeated('*a_')],
    ['HTML that is never closed', repeated('<!--a ')],
    ['code that is never closed', Array.from({ length: 300 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
    ['an address with many dots', `http://a.b/${'.'.repeat(49_000)}`],
    ['items', '-\n'.repeat(25_000)],
    ['lists nested in one line', '1. '.repeat(2_000)],
  ])('or is cheap to read: %s', async (_, text) => {
    await expectCheapOrRefused(text)
  })

  test('or is cheap to read: anything', async () => {
    const unit = fc.array(fc.constantFrom(...markdownPieces), { minLength: 1, maxLength: 4 })
    const text = fc.oneof(
      fc
        .tuple(unit, unit)
        .map(([one, other]) => repeated(one.join(''), 25_000) + repeated(other.join(''), 25_000)),
      fc
        .array(fc.constantFrom(...markdownPieces, 'word with words. ', 'a\n\n'), { maxLength: 5_000 })
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(text, async (one) => void (await expectCheapOrRefused(one.slice(0, LENGTH_MAX)))),
      { numRuns: 5, endOnFailure: true },
    )
  })
})

describe('what people write is stored', () => {
  test.each(globSync(['README.md', 'docs/*.md', 'node_modules/zod/README.md']))('%s', async (file) => {
    expect(await expectCheapOrRefused(readFileSync(file, 'utf8').slice(0, LENGTH_MAX))).toBe('cheap')
  })

  test.each([
    ['a thousand rows', `| a | b | c |\n| - | - | - |\n${'| one | two | three |\n'.repeat(1_000)}`],
    ['a thousand items', '- an item of a long list, as users write it\n'.repeat(1_000)],
    ['three hundred links', '- [A page](https://example.org/some/page) about something\n'.repeat(300)],
    ['three hundred tasks', '- [ ] something that is to be done\n'.repeat(300)],
    [
      'code of full length',
      `\`\`\`ts\n${repeated('const all = [...one].map((x) => x * x) // *any* <T>\n', 49_000)}\n\`\`\``,
    ],
    ['prose of full length', repeated('Ada wrote the first program. It was *never* run.\n\n')],
    ['signs of full length', repeated('<')],
  ])('%s', async (_, text) => {
    expect(await expectCheapOrRefused(text)).toBe('cheap')
  })

  test('with its text and its start without markup, and nothing in angle brackets is lost', async () => {
    expect(await stored('# Keys\n\nPress **<Enter>**.\n\n- one `a<b>`\n- two')).toEqual({
      contentTree: JSON.stringify([
        ['h', { level: 1 }, 'Keys'],
        ['p', {}, 'Press ', ['strong', {}, '<Enter>'], '.'],
        ['ul', {}, ['li', {}, 'one ', ['code', {}, 'a<b>']], ['li', {}, 'two']],
      ]),
      contentText: 'Keys\nPress <Enter>.\none a<b>\ntwo',
      contentExcerpt: 'Press <Enter>.',
    })
  })
})

test('an aborted request is not waited for', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(formatFields({ ...running, signal }, actor, { content: 'a' })).rejects.toThrow('gone')
})

test('a stored text that takes too long is shown as it was written', async () => {
  const text = '>'.repeat(LENGTH_MAX)
  const { tree, plain } = await formatStored({ ...running, text, kind: 'text', account: 'a' })
  expect([tree, plain]).toEqual([JSON.stringify([['as-written', {}, text]]), text])
})

test('rows without a tree get one, once, and none is tried again that can have none', async () => {
  await db.execute(sql`
    create table note (id text primary key, body text not null, body_tree text, body_text text, excerpt text)`)
  const hostile = '>'.repeat(LENGTH_MAX)
  await db.execute(sql`
    insert into note (id, body, body_tree) values
      ('a', 'A *word*', null), ('b', ${hostile}, null), ('c', 'Kept', '[]')`)
  await db.execute(sql`insert into note (id, body) select 'd' || at, 'Many' from generate_series(1, 30) at`)
  expect(await formatRows({ db, ...running })).toBe(32)
  const { rows } = await db.execute(sql`select * from note where id in ('a', 'b', 'c') order by id`)
  expect(rows).toEqual([
    {
      id: 'a',
      body: 'A *word*',
      body_tree: '[["p",{},"A ",["em",{},"word"]]]',
      body_text: 'A word',
      excerpt: 'A word',
    },
    expect.objectContaining({ body_tree: JSON.stringify([['as-written', {}, hostile]]) }),
    { id: 'c', body: 'Kept', body_tree: '[]', body_text: null, excerpt: null },
  ])
  expect(await formatRows({ db, ...running })).toBe(0)
})
