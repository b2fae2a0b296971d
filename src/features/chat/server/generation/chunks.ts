import type { UIMessage, UIMessageChunk } from 'ai'
import { divideReasoning } from '#/features/chat/lone-reasoning.ts'

/** Far more than tools take; a model may nest what it passes to them a thousand times. */
const LEVELS_MAX = 100

/**
 * Returns a chunk without what can't be stored as JSON: removes NUL, replaces lone surrogates and what is
 * nested too deep.
 */
export function storable(chunk: UIMessageChunk): UIMessageChunk {
  return cleaned(chunk, 0) as UIMessageChunk
}

function cleaned(value: unknown, level: number): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (level > LEVELS_MAX) return null
  if (Array.isArray(value)) return value.map((item) => cleaned(item, level + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined ? [] : [[String(cleaned(key, level)), cleaned(item, level + 1)]],
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

/** Merges consecutive deltas of the same text or tool input into one, whatever else comes between them. */
export function merged(chunks: readonly UIMessageChunk[]): UIMessageChunk[] {
  const whole: UIMessageChunk[] = []
  /** The place of the last chunk of each text or tool input, by its id. */
  const places = new Map<string, number>()
  for (const chunk of chunks) {
    const id = ('toolCallId' in chunk ? chunk.toolCallId : 'id' in chunk ? chunk.id : undefined) ?? ''
    const place = places.get(id) ?? whole.length
    const joined = join(whole[place], chunk)
    if (joined) whole[place] = joined
    else places.set(id, whole.push(chunk) - 1)
  }
  return whole
}

function join(last: UIMessageChunk | undefined, chunk: UIMessageChunk): UIMessageChunk | undefined {
  if (last?.type !== chunk.type) return undefined
  if ('delta' in last && 'delta' in chunk) return { ...last, delta: last.delta + chunk.delta }
  if (last.type === 'tool-input-delta' && chunk.type === 'tool-input-delta')
    return { ...last, inputTextDelta: last.inputTextDelta + chunk.inputTextDelta }
  return undefined
}

/**
 * Returns the message parts that the chunks of a log build, as the AI SDK's client would build them. A part
 * that was cut off in the middle counts as finished, and reasoning that only a closing tag tells is a part of
 * its own.
 */
export async function partsOf(chunks: readonly UIMessageChunk[]): Promise<UIMessage['parts']> {
  const parts = await build(merged(chunks))
  return parts.flatMap((part): UIMessage['parts'] => {
    if (part.type !== 'text')
      return ['state' in part && part.state === 'streaming' ? { ...part, state: 'done' } : part]
    const { reasoning, text } = divideReasoning(part.text)
    const answer = { ...part, text, state: 'done' as const }
    return reasoning === '' ? [answer] : [{ type: 'reasoning', text: reasoning, state: 'done' }, answer]
  })
}

/** Unlike `readUIMessageStream`, which copies the whole message for every chunk. */
async function build(chunks: readonly UIMessageChunk[]): Promise<UIMessage['parts']> {
  const { createUIMessageStream } = await import('ai')
  let parts: UIMessage['parts'] = []
  let read = 0
  const stream = createUIMessageStream({
    execute: ({ writer }) => chunks.forEach((chunk) => writer.write(chunk)),
    onEnd: ({ responseMessage }) => void ({ parts } = responseMessage),
  })
  try {
    for await (const _ of stream) read += 1
  } catch (error) {
    // A chunk that doesn't follow from those before it ends the message.
    if (read < chunks.length) return build(chunks.slice(0, read))
    throw error
  }
  return parts
}
