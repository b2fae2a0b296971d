import { createUIMessageStreamResponse, type UIMessageChunk } from 'ai'
import { authorize } from '@plinth/core/access'
import type { Translate, TranslationKey, TranslationParams } from '@plinth/core/texts'
import { type Stream, openStream, streamBody, withStream } from '@plinth/core/live/server'
import type { VerbContext } from '@plinth/core/verb/server'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ChatServices } from '../chat-services.server.ts'
import { readThread } from '../threads/read-thread.server.ts'
import { followGeneration, runningGenerationId, type GenerationEvents } from './follow-generation.server.ts'
import { readChatRequest } from './request-body.server.ts'
import { respondToApprovals } from './respond-to-approvals.server.ts'
import { sendMessage } from './send-message.server.ts'

const KEEP_ALIVE_MS = 15_000
// It ends by itself when this instance stops, with the end of the answer.
const bounds = { isOfWorkspace: true, outlastsStop: true }

/**
 * Handles a request of the AI SDK's client, and streams the answer. Throws as `sendMessage` and
 * `respondToApprovals` do; ZodError for an invalid body.
 */
export async function answerChat(
  ctx: VerbContext,
  services: ChatServices,
  { sent, page, t }: { sent: unknown; page: ChatPage; t: Translate },
): Promise<Response> {
  const request = readChatRequest(sent, page)
  const { threadId } = request
  return withStream(openStream(ctx, chatsAccess.get, bounds), async (stream) => {
    const started =
      request.kind === 'approvals'
        ? await respondToApprovals(ctx, services, request)
        : { ...(await sendMessage(ctx, services, request)), after: 0 }
    const followed = { threadId, ...started }
    return streamResponse(
      stream,
      followGeneration({ ...ctx, signal: stream.signal }, services.db, followed),
      t,
    )
  })
}

/**
 * Streams the running generation of a thread from its beginning; returns 204 when none runs. Any member of
 * the workspace. Throws not_found.
 */
export async function resumeChat(
  ctx: VerbContext,
  { db }: ChatServices,
  { threadId, page, t }: { threadId: string; page: ChatPage; t: Translate },
): Promise<Response> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  await readThread(db, actor, { id: threadId, page })
  const generationId = await runningGenerationId(db, threadId)
  if (generationId === undefined)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  const stream = openStream(ctx, chatsAccess.get, bounds)
  const followed = { generationId, threadId, after: 0 }
  return streamResponse(stream, followGeneration({ ...ctx, signal: stream.signal }, db, followed), t)
}

/** Converts events to the AI SDK's UI message stream, with errors in the reader's language. */
function streamResponse(stream: Stream, events: GenerationEvents, t: Translate): Response {
  return createUIMessageStreamResponse({
    stream: streamBody(stream, chunksOf(events, t)),
    headers: { 'cache-control': 'no-store' },
    keepAliveMs: KEEP_ALIVE_MS,
  })
}

async function* chunksOf(events: GenerationEvents, t: Translate): AsyncGenerator<UIMessageChunk, void, void> {
  let params: TranslationParams = {}
  for await (const { chunks } of events) {
    for (const chunk of chunks) {
      if (chunk.type === 'data-failure') ({ params } = chunk.data as { params: TranslationParams })
      yield chunk.type === 'error'
        ? { ...chunk, errorText: t(chunk.errorText as TranslationKey, params) }
        : chunk
    }
  }
}
