import { createUIMessageStreamResponse, type UIMessageChunk } from 'ai'
import type { Translate, TranslationKey, TranslationParams } from '#/core/i18n/keys.ts'
import { streamBody, type Stream } from '#/core/realtime/stream.server.ts'
import type { RunEvents } from './follow-run.server.ts'

const KEEP_ALIVE_MS = 15_000

/** A run as the AI SDK's UI message stream; the sentence of a failure in the reader's language. */
export function uiStreamResponse(stream: Stream, events: RunEvents, t: Translate): Response {
  return createUIMessageStreamResponse({
    stream: streamBody(stream, chunksOf(events, t)),
    headers: { 'cache-control': 'no-store' },
    keepAliveMs: KEEP_ALIVE_MS,
  })
}

async function* chunksOf(events: RunEvents, t: Translate): AsyncGenerator<UIMessageChunk, void, void> {
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
