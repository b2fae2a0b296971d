import type { UIMessage } from 'ai'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { parseToStore } from '@plinth/core/internal/markdown/parse-to-store.task.server.ts'
import { user } from '@plinth/core/database/server'
import { ANSWER_MAX_BYTES, MESSAGES_MAX_BYTES } from '../chat-limits.ts'
import { chatPages, chatPath, type ChatPage } from '../chat-pages.ts'
import { chatMessages, chatThreads } from '../server/chat.table.server.ts'
import { createThread } from './chat-rows.ts'
import { hasSources } from './has-sources.ts'
import { actorOf, type TestUser } from '@plinth/testing/factories.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

let app: AppUnderTest
let writer: HttpClient
let someUser: TestUser
beforeAll(async () => {
  app = await openApp()
  const { email, client } = await signUp(app)
  writer = client
  ;[someUser] = (await app.db.select().from(user).where(eq(user.email, email))) as [TestUser]
})

const block =
  '**Sum**\n\n- first `point`\n- second [point](https://example.org)\n\n| a | b |\n|---|---|\n| 1 | *two* |\n\nAnd a sentence or two that says more of it.\n\n'
const answer = block.repeat(Math.ceil(3_000 / block.length))

const { tree = '' } = parseToStore({ text: answer, kind: 'answer' }) ?? {}

/** As PostgreSQL writes the parts of a message and an array of its tree. */
const bytes = JSON.stringify([{ type: 'text', text: answer }]).length + 3 + JSON.stringify(tree).length + 2

type Part = UIMessage['parts'][number]

/** A thread with that many answers, which are parsed, or of these parts, which are not yet. */
async function threadOf(answers: number, page: ChatPage, parts?: Part[]): Promise<string> {
  const { id } = await createThread(app.db, actorOf(someUser), { page })
  const ids = Array.from({ length: answers }, (_, at) => `answer${at}`)
  const row = {
    threadId: id,
    role: 'assistant' as const,
    parts: parts ?? [{ type: 'text' as const, text: answer }],
    trees: parts ? null : [tree],
    text: 'words',
  }
  if (answers > 0)
    await app.db
      .insert(chatMessages)
      .values(ids.map((own, at) => ({ ...row, id: own, parentId: ids[at - 1] ?? 'question' })))
  await app.db
    .update(chatThreads)
    .set({ headId: ids.at(-1) ?? 'question' })
    .where(eq(chatThreads.id, id))
  return id
}

test.each(hasSources ? chatPages : (['general'] as const))(
  'a thread of 100 long responses on the %s page opens with the newest ones; of these, a few are rendered as Markdown',
  async (page) => {
    const opened = await writer.get(`${chatPath(page)}?thread=${await threadOf(100, page)}`)
    expect(opened.status).toBe(200)
    const html = await opened.text()
    const shown = html.slice(0, html.indexOf('<script', html.indexOf('role="log"')))
    const perAnswer = answer.split('**Sum**').length - 1
    const drawn = (shown.split('<strong>Sum</strong>').length - 1) / perAnswer
    const plain = (shown.split('**Sum**').length - 1) / perAnswer
    expect([drawn, plain]).toEqual([5, Math.floor(MESSAGES_MAX_BYTES / bytes) - 5])
    expect(shown.lastIndexOf('**Sum**')).toBeLessThan(shown.indexOf('<strong>Sum</strong>'))
  },
)

// In HTML, `<` and quotes take more bytes than in JSON.
test.each([
  ['many answers of', 60, (sign: string): Part[] => [{ type: 'text', text: sign.repeat(8_000) }]],
  ['one long answer of', 1, (sign: string): Part[] => [{ type: 'text', text: sign.repeat(60_000) }]],
  [
    'a tool that returned',
    1,
    (sign: string): Part[] => [
      {
        type: 'tool-searchPosts',
        toolCallId: 'a',
        state: 'output-available',
        input: {},
        output: { items: [{ id: 'a', title: sign.repeat(ANSWER_MAX_BYTES / JSON.stringify(sign).length) }] },
      },
    ],
  ],
])('a page with %s hostile text is no large response', async (_what, answers, partsOf) => {
  for (const sign of ['<', '"', "'", '&', '\u2028', '`<` ', 'a\n\n']) {
    const opened = await writer.get(
      `/dashboard/chat/?thread=${await threadOf(answers, 'general', partsOf(sign))}`,
    )
    expect(opened.status).toBe(200)
    const { byteLength } = await opened.arrayBuffer()
    expect([sign, byteLength, byteLength < 1_048_576]).toEqual([sign, byteLength, true])
  }
})
