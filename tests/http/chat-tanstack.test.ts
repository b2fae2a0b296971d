import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { posts } from '#/features/posts/index.server.ts'
import { createId } from '#/lib/create-id.ts'
import { openChatApp, type ChatApp } from './chat-app.ts'
import { storedThread, tanstackChat, textOf } from './chat-clients.ts'

let app: ChatApp['app']
let model: ChatApp['model']
let ada: ChatApp['ada']
beforeAll(async () => {
  ;({ app, model, ada } = await openChatApp())
})

describe("TanStack AI's own client, with its default body", () => {
  test('asks, gets the answer, is regenerated, and finds it all stored', async () => {
    const { chat, threadId } = tanstackChat({ url: app.url, client: ada })
    model.script({ text: ['Good ', 'evening.'] }, { text: 'Again.' })
    await chat.sendMessage('Hello here')
    expect(textOf(chat.getMessages().at(-1))).toBe('Good evening.')
    await chat.reload()
    expect(textOf(chat.getMessages().at(-1))).toBe('Again.')
    const thread = await storedThread(ada, threadId)
    expect(thread?.messages.map(textOf)).toEqual(['Hello here', 'Again.'])
  })

  test('repaints a thread, and follows an answer that is being made from its beginning', async () => {
    const { chat, threadId } = tanstackChat({ url: app.url, client: ada })
    model.script({ text: ['a ', 'b ', 'c ', 'd ', 'e'], pauseMs: 200 })
    void chat.sendMessage('Slowly')
    await vi.waitFor(() => expect(textOf(chat.getMessages().at(-1))).toContain('a'), 30_000)
    chat.stop()
    const { connection } = tanstackChat({ url: app.url, client: ada, threadId })
    const { messages, activeRun } = (await connection.hydrate?.(threadId)) ?? {}
    expect(messages?.map(textOf)).toEqual(['Slowly'])
    const deltas: string[] = []
    for await (const event of connection.joinRun(activeRun?.runId ?? ''))
      if ('delta' in event && 'messageId' in event) deltas.push(String(event.delta))
    expect(deltas.join('')).toBe('a b c d e')
    expect((await connection.hydrate?.(threadId))?.messages.map(textOf)).toEqual(['Slowly', 'a b c d e'])
  })

  test('goes on behind the last event it has seen when the connection breaks', async () => {
    const [threadId, runId] = [createId(), createId()]
    model.script({ text: ['x', 'y', 'z'] })
    const body = {
      threadId,
      runId,
      messages: [{ id: createId(), role: 'user', content: 'Break' }],
      tools: [],
      context: [],
      forwardedProps: {},
    }
    const send = (more: Record<string, string> = {}) =>
      fetch(`${app.url}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, cookie: ada.cookie(), ...more },
        body: JSON.stringify(body),
      }).then((answer) => answer.text())
    const whole = (await send()).split('\n\n').filter(Boolean)
    const rest = (await send({ 'last-event-id': '3' })).split('\n\n').filter(Boolean)
    expect(rest).toEqual(whole.slice(3))
    expect((await storedThread(ada, threadId))?.messages).toHaveLength(2)
  })

  test('is asked before a tool writes, and its yes goes by its default body', async () => {
    const { chat } = tanstackChat({ url: app.url, client: ada })
    const title = `A post ${createId()}`
    model.script(
      { toolCalls: [{ name: 'createPost', arguments: { title, content: 'By a tool' } }] },
      { text: 'It is written.' },
    )
    await chat.sendMessage('Write it')
    const call = () =>
      chat
        .getMessages()
        .flatMap(({ parts }) => parts)
        .find((part) => part.type === 'tool-call')
    expect(call()).toMatchObject({ name: 'createPost', state: 'approval-requested', input: { title } })
    const post = () => app.db.select().from(posts).where(eq(posts.title, title))
    expect(await post()).toEqual([])
    await chat.addToolApprovalResponse({ id: call()?.approval?.id ?? '', approved: true })
    await vi.waitFor(() => expect(textOf(chat.getMessages().at(-1))).toContain('It is written.'), 30_000)
    expect(await post()).toHaveLength(1)
  })
})
