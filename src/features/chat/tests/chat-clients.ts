import { Chat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { createId } from '@plinth/core/schema'
import type { HttpClient } from '@plinth/testing/http-client.ts'

// The AI SDK's official client with its default request body; only the URL and the cookie are set.

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
  api = '/api/chat',
  threadId = createId(),
  messages = [],
  body,
}: Place) {
  const headers = { cookie: client.cookie(), origin }
  const transport = new DefaultChatTransport({ api: url + api, headers, body })
  return { threadId, transport, chat: new Chat({ id: threadId, transport, messages }) }
}

/** The text of a message. */
export const textOf = (message: { parts: readonly object[] } | undefined): string =>
  (message?.parts ?? []).map((part) => ('text' in part ? String(part.text) : '')).join('')

/** Reads a thread through tRPC. */
export async function storedThread(client: HttpClient, id: string) {
  const answer = await client.get(
    `/api/trpc/chats.get?input=${encodeURIComponent(JSON.stringify({ json: { id } }))}`,
  )
  const { result } = (await answer.json()) as { result?: { data: { json: StoredThread } } }
  return result?.data.json
}

type StoredThread = {
  title: string
  generation: { id: string } | null
  messages: { id: string; role: string; parts: { type: string }[]; metadata: { state?: string } }[]
}
