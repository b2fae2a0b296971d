import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  streamText,
  toUIMessageStream,
  type UIMessageChunk,
} from 'ai'
import { authorize } from '@plinth/core/access'
import { type Translate, type TranslationKey, defaultLanguage } from '@plinth/core/texts'
import { currentRequest } from '@plinth/core/server'
import { openStream, streamBody, withStream } from '@plinth/core/live/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { chatsAccess } from '../chat.access.ts'
import { builtInOptions } from './built-in/built-in-options.server.ts'
import type { ChatServices } from './chat-services.server.ts'
import { currentContextOf } from './current-context.server.ts'
import { instructionsOf } from './generation/prompt.server.ts'
import { readTemporaryRequest } from './generation/request-body.server.ts'
import { STEPS_MAX } from './generation/stream-answer.server.ts'
import { admitTemporaryMessage } from './limits/admit-message.server.ts'
import { CALL_MAX_TOKENS } from './limits/limited-model.server.ts'

/**
 * Streams an answer without storing anything, as the AI SDK's documentation shows it: the client sends the
 * whole conversation, and the answer ends when the client disconnects or loses access. Any member. Throws
 * invalid, limit; ZodError for an invalid body.
 */
export async function answerTemporaryChat(
  ctx: VerbContext,
  services: ChatServices,
  { sent, t }: { sent: unknown; t: Translate },
): Promise<Response> {
  const actor = authorize(ctx.actor, chatsAccess.send)
  const request = readTemporaryRequest(sent)
  return withStream(openStream(ctx, chatsAccess.send, { isOfWorkspace: true }), async (stream) => {
    const { model, release } = await admitTemporaryMessage(ctx, services, { actor, ...request })
    onceAborted(stream.signal, () => void release())
    const { tools } = services.toolsOf('vercel', currentContextOf(ctx, { db: services.db, ...actor }))
    const result = streamText({
      model,
      instructions: instructionsOf('vercel'),
      messages: await convertToModelMessages(request.messages),
      tools,
      stopWhen: isStepCount(STEPS_MAX),
      maxOutputTokens: CALL_MAX_TOKENS,
      maxRetries: 0,
      abortSignal: stream.signal,
      providerOptions: builtInOptions({ language: currentRequest()?.language ?? defaultLanguage }),
      onError() {},
    })
    const chunks = toUIMessageStream({
      stream: result.stream,
      tools,
      onError(error) {
        const { code, params } = services.models.failureOf(error)
        return t(code as TranslationKey, params)
      },
    })
    return createUIMessageStreamResponse({
      headers: { 'cache-control': 'no-store' },
      stream: streamBody(stream, chunksOf(chunks)),
    })
  })
}

async function* chunksOf(chunks: ReadableStream<UIMessageChunk>): AsyncGenerator<UIMessageChunk, void, void> {
  yield* chunks
}

/** Calls `then` once the signal is aborted, which every end of a stream does. */
function onceAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}
