import { createUIMessageStreamResponse, type UIMessageChunk } from 'ai'
import type { Translate, TranslationKey, TranslationParams } from '#/core/i18n/keys.ts'
import type { RunEvents } from './follow-run.server.ts'
import { streamOf } from './stream-of.ts'

const KEEP_ALIVE_MS = 15_000

/** A run as the AI SDK's UI message stream; the sentence of a failure in the reader's language. */
export function uiStreamResponse(events: RunEvents, t: Translate): Response {
  return createUIMessageStreamResponse({
    stream: streamOf(chunksOf(events, t)),
    headers: { 'cache-control': 'no-store' },
    keepAliveMs: KEEP_ALIVE_MS,
  })
}

async function* chunksOf(events: RunEvents, t: Translate): AsyncGenerator<UIMessageChunk, void, void> {
  let params: TranslationParams = {}
  try {
    for (;;) {
      const { value, done } = await events.next()
      // The answer goes on: a connection that breaks is taken up again, one that ends is not.
      if (done && !value) throw new Error('Follow this answer elsewhere')
      if (done) return
      for (const chunk of value.chunks) {
        if (chunk.type === 'data-failure') ({ params } = chunk.data as { params: TranslationParams })
        yield chunk.type === 'error' ? { ...chunk, errorText: t(chunk.errorText as TranslationKey, params) } : chunk
      }
    }
  } finally {
    void events.return(false)
  }
}
