import type { UIMessageChunk } from 'ai'

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
