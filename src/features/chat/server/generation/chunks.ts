import type { UIMessage, UIMessageChunk } from 'ai'

/** A chunk without what PostgreSQL can't keep in JSON: NUL, and halves of characters. */
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
 * Holds back the first half of a character that a model cuts in two, and puts it before the second. One per
 * stream.
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

/** Deltas of one text as one delta. */
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
 * The message that a log builds, as the AI SDK's own client would build it; what was cut off in the middle
 * counts as finished.
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
  return parts.map((part) =>
    'state' in part && part.state === 'streaming' ? { ...part, state: 'done' } : part,
  )
}
