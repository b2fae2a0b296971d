import type { UIMessage, UIMessageChunk } from 'ai'
import { divideReasoning } from '#/features/chat/lone-reasoning.ts'

/** Returns a chunk without what PostgreSQL can't store as JSON: removes NUL and replaces lone surrogates. */
export function storable(chunk: UIMessageChunk): UIMessageChunk {
  return cleaned(chunk) as UIMessageChunk
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined ? [] : [[String(cleaned(key)), cleaned(item)]],
    ),
  )
}

/**
 * Returns a function that rejoins characters split across chunks: it holds back a trailing high surrogate and
 * prepends it to the next delta. One per stream.
 */
export function wholeCharacters(): (chunk: UIMessageChunk) => UIMessageChunk {
  const halves = new Map<string, string>()
  return (chunk) => {
    if (!('delta' in chunk) || !('id' in chunk) || typeof chunk.delta !== 'string') return chunk
    const text = (halves.get(chunk.id) ?? '') + chunk.delta
    const half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    halves.set(chunk.id, half)
    return { ...chunk, delta: text.slice(0, text.length - half.length) }
  }
}

/** Merges consecutive deltas of the same text into one. */
export function merged(chunks: readonly UIMessageChunk[]): UIMessageChunk[] {
  const whole: UIMessageChunk[] = []
  for (const chunk of chunks) {
    const last = whole.at(-1)
    const continues =
      last && 'delta' in chunk && 'delta' in last && chunk.type === last.type && chunk.id === last.id
    if (continues) whole[whole.length - 1] = { ...last, delta: last.delta + chunk.delta } as UIMessageChunk
    else whole.push(chunk)
  }
  return whole
}

/**
 * Returns the message parts that the chunks of a log build, as the AI SDK's client would build them. A part
 * that was cut off in the middle counts as finished, and reasoning that only a closing tag tells is a part of
 * its own.
 */
export async function partsOf(chunks: readonly UIMessageChunk[]): Promise<UIMessage['parts']> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of merged(chunks)) controller.enqueue(chunk)
      controller.close()
    },
  })
  const { readUIMessageStream } = await import('ai')
  let parts: UIMessage['parts'] = []
  for await (const message of readUIMessageStream({ stream })) parts = message.parts
  return parts.flatMap((part): UIMessage['parts'] => {
    if (part.type !== 'text')
      return ['state' in part && part.state === 'streaming' ? { ...part, state: 'done' } : part]
    const { reasoning, text } = divideReasoning(part.text)
    const answer = { ...part, text, state: 'done' as const }
    return reasoning === '' ? [answer] : [{ type: 'reasoning', text: reasoning, state: 'done' }, answer]
  })
}
