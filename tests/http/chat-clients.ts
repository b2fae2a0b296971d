import { Chat } from '@ai-sdk/react'
import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { createId } from '#/lib/create-id.ts'
import type { HttpClient } from '../http-client.ts'

// Both official clients as their libraries ship them, with the bodies they send by default; only address and
// cookie are given.

type Place = {
  url: string
  origin?: string
  client: HttpClient
  api?: string
  threadId?: string
  messages?: UIMessage[]
  body?: Record<string, unknown>
}

/** The AI SDK's chat over HTTP. */
export function aiSdkChat({
  url,
  origin = url,
  client,
  api = '/api/chat/vercel',
  threadId = createId(),
  messages = [],
  body,
}: Place) {
  const headers = { cookie: client.cookie(), origin }
  const transport = new DefaultChatTransport({ api: url + api, headers, body })
  return { threadId, transport, chat: new Chat({ id: threadId, transport, messages }) }
}

/** TanStack AI's chat over server-sent events. */
export function tanstackChat({ url, client, threadId = createId(), body }: Omit<Place, 'api' | 'messages'>) {
  const headers = { cookie: client.cookie(), origin: url }
  const connection = fetchServerSentEvents(`${url}/api/chat`, { headers, body })
  return { threadId, connection, chat: new ChatClient({ threadId, connection }) }
}

/** The text of a message of either client. */
export function textOf(message: { parts: readonly object[] } | undefined): string {
  return (message?.parts ?? [])
    .map((part) =>
      'text' in part
        ? String(part.text)
        : 'content' in part && 'type' in part && part.type === 'text'
          ? String(part.content)
          : '',
    )
    .join('')
}

/** What tRPC knows of a thread. */
export async function storedThread(client: HttpClient, id: string) {
  const answer = await client.get(
    `/api/trpc/chats.get?input=${encodeURIComponent(JSON.stringify({ json: { id } }))}`,
  )
  const { result } = (await answer.json()) as { result?: { data: { json: StoredThread } } }
  return result?.data.json
}

type StoredThread = {
  title: string
  run: { id: string } | null
  messages: { id: string; role: string; parts: { type: string }[]; metadata: { state?: string } }[]
}
