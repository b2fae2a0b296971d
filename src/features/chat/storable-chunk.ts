import type { UIMessageChunk } from 'ai'

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
