import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import type { ToolView } from '@plinth/core/feature'
import type { Language } from '@plinth/core/texts'
import { translateTo } from '@plinth/core/server'
import { download } from '@plinth/core/live/server'
import { createId } from '@plinth/core/schema'
import { parseMarkdown } from '@plinth/core/markdown'
import { createThread, createWaitingGeneration } from '../../tests/chat-rows.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { endlessStream, makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { chatMessages, chatGenerations, chatThreads } from '../chat.table.server.ts'
import { exportChats } from './export-chats.server.ts'
import { exportThread } from './export-thread.server.ts'
import type { ThreadRecord } from './thread-record.server.ts'
import { preferred, speaks } from '@plinth/testing/languages.ts'

const { db } = await openTestDatabase()
beforeAll(provideAllTexts)

type Parts = (typeof chatMessages.$inferInsert)['parts']

/** Adds an answer to the thread and displays its branch. */
async function answer(
  threadId: string,
  parts: Parts,
  values: Partial<typeof chatGenerations.$inferInsert> = {},
) {
  const id = createId()
  await db.insert(chatMessages).values({
    threadId,
    id,
    parentId: 'question',
    role: 'assistant',
    parts,
    trees: parts.flatMap((part) =>
      part.type === 'text' ? [JSON.stringify(parseMarkdown(part.text, 'answer').tree)] : [],
    ),
    text: '',
  })
  const model = { id: 'm', label: 'Large model', isBuiltIn: false }
  const run = {
    id,
    threadId,
    userMessageId: 'question',
    model,
    state: 'done' as const,
    holder: 'a test',
    leaseUntil: new Date(),
  }
  await db.insert(chatGenerations).values({ ...run, ...values })
  await db.update(chatThreads).set({ headId: id }).where(eq(chatThreads.id, threadId))
  return id
}

const tools = new Map<string, ToolView>([
  ['find', { sentence: (t, { query }) => `${t('chat:threads.search')}: ${query}` }],
])
type Wanted = { format: 'markdown' | 'json'; language?: Language }
const fileOf = async (actor: SignedInActor, id: string, { format, language = 'en' }: Wanted) =>
  download(
    endlessStream(),
    await exportThread(makeContext(db, actor), { id, format }, { t: translateTo(language), tools }),
  )
const markdownOf = async (actor: SignedInActor, id: string) =>
  (await fileOf(actor, id, { format: 'markdown' })).text()
const recordOf = async (actor: SignedInActor, id: string) =>
  (await (await fileOf(actor, id, { format: 'json' })).json()) as ThreadRecord
const text = (words: string) => ({ type: 'text' as const, text: words })

const rich: Parts = [
  { type: 'data-retrieval', data: { confidence: 'possible' } },
  text('The kiln is **hot** [1].\n\nVery.'),
  {
    type: 'source-document',
    sourceId: '1',
    mediaType: 'text/plain',
    title: 'kiln.md',
    providerMetadata: {
      passage: { documentId: 'd', name: 'kiln.md', page: 3, start: 0, end: 4, text: 'The kiln' },
    },
  },
  {
    type: 'tool-find',
    toolCallId: 'c',
    state: 'output-available',
    input: { query: 'kiln' },
    output: { items: [{ id: 'p' }] },
  },
]

describe('a thread as a file', () => {
  test('has the displayed branch as Markdown, with authors, sources, pages and tools, in the language of the reader', async () => {
    const { member, admin } = await createTeam(db)
    const { id } = await createThread(db, member, {
      title: 'About kilns',
      createdAt: new Date('2026-03-04T05:06:07Z'),
    })
    await answer(id, [text('An older version')])
    await answer(id, rich)
    const markdown = (await markdownOf(admin, id)).replaceAll(/\n\n20[\d: -]+ UTC/g, '')
    expect(markdown).toBe(
      String.raw`# About kilns

Chat · 2026-03-04 05:06 UTC

## Message

> Hello

## Answer · Large model

Possible matches

> The kiln is **hot** \[1\].
> 
> Very.

- Search chats: kiln · 1 found

1 source:

- \[1\] kiln.md, page 3
`,
    )
    const german = await fileOf(admin, id, { format: 'markdown', language: preferred('de') })
    expect(await german.text()).toContain(speaks('de') ? '## Antwort · Large model' : '· Large model')
  })

  test('has all branches as JSON, like the data export of a user', async () => {
    const { member } = await createTeam(db)
    const { id } = await createThread(db, member, { title: 'About kilns', page: 'rag' })
    const [older, newer] = [await answer(id, [text('Older')]), await answer(id, rich)]
    const record = await recordOf(member, id)
    expect(record).toMatchObject({
      id,
      title: 'About kilns',
      page: 'rag',
      createdAt: expect.any(String),
      headId: newer,
    })
    expect(record.messages).toEqual([
      {
        id: 'question',
        parentId: null,
        role: 'user',
        parts: [{ kind: 'text', text: 'Hello' }],
        createdAt: expect.any(String),
      },
      expect.objectContaining({
        id: older,
        parentId: 'question',
        state: 'done',
        parts: [{ kind: 'text', text: 'Older' }],
      }),
      expect.objectContaining({ id: newer, model: { id: 'm', label: 'Large model', isBuiltIn: false } }),
    ])
    const deletedAt = new Date()
    await createThread(db, member, { title: 'Deleted', deletedAt })
    const copies: object[] = []
    for await (const copy of exportChats(db, member.userId)) copies.push(copy)
    const { organizationId } = member.workspace
    expect(copies).toHaveLength(2)
    expect(copies).toContainEqual({ ...record, organizationId, deletedAt: null })
    expect(copies).toContainEqual(expect.objectContaining({ title: 'Deleted', organizationId, deletedAt }))
  })

  test('contains neither approval ids nor an answer that is still being generated', async () => {
    const { member } = await createTeam(db)
    const { threadId, generationId, approvalId } = await createWaitingGeneration(db, member)
    await db
      .update(chatMessages)
      .set({
        parts: [
          {
            type: 'tool-add',
            toolCallId: 'c',
            state: 'approval-requested',
            input: { text: 'x' },
            approval: { id: approvalId, signature: 's' },
          },
        ] as Parts,
      })
      .where(eq(chatMessages.id, generationId))
    const waiting = await recordOf(member, threadId)
    expect(waiting.messages[1]).toMatchObject({
      state: 'waiting',
      parts: [{ kind: 'tool', name: 'add', state: 'asks' }],
    })
    expect(JSON.stringify(waiting)).not.toContain(approvalId)
    await db
      .update(chatGenerations)
      .set({ state: 'running', leaseUntil: new Date(Date.now() + 60_000) })
      .where(eq(chatGenerations.id, generationId))
    expect(await recordOf(member, threadId)).toMatchObject({
      headId: 'question',
      messages: [{ id: 'question' }],
    })
    expect(await markdownOf(member, threadId)).toContain('> Hello')
  })

  test('is downloaded as an attachment and never cached', async () => {
    const { member } = await createTeam(db)
    const { id } = await createThread(db, member, { title: 'Über "alles": ../../etc/passwd\u202E' })
    const { headers } = await fileOf(member, id, { format: 'markdown' })
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="Uber alles .. .. etc passwd.md"; filename*=UTF-8''%C3%9Cber%20alles%20..%20..%20etc%20passwd.md`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await fileOf(member, id, { format: 'json' })).headers.get('content-type')).toBe(
      'application/json',
    )
  })

  test('is not found when its thread is deleted, belongs to another workspace or does not exist', async () => {
    const { member } = await createTeam(db)
    const deleted = await createThread(db, member, { deletedAt: new Date() })
    const { id } = await createThread(db, member)
    const stranger = actorOf(await createUser(db))
    for (const [actor, wanted] of [
      [member, deleted.id],
      [stranger, id],
      [member, 'unknown'],
    ] as const)
      for (const format of ['markdown', 'json'] as const)
        expect(await failureOf(fileOf(actor, wanted, { format }))).toMatchObject({ kind: 'not_found' })
  })
})
