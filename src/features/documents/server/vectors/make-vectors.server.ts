import type { Embedding } from '@plinth/core/server'

/** The number of passages per `embed` call. A failed call keeps the vectors of earlier calls. */
export const VECTORS_AT_ONCE = 96

type PassageText = { heading: string; text: string }

/**
 * Returns the vectors of the passages in order. Returns fewer than there are passages if `embed` fails or the
 * signal aborts it.
 */
export async function makeVectors(
  embedding: Embedding,
  passages: readonly PassageText[],
  signal: AbortSignal,
): Promise<number[][]> {
  const vectors: number[][] = []
  try {
    while (vectors.length < passages.length) {
      const next = passages.slice(vectors.length, vectors.length + VECTORS_AT_ONCE)
      vectors.push(...(await embedding.embed(next.map(textOf), signal)))
    }
  } catch {
    // The registry has logged the error; another job creates the missing vectors.
  }
  return vectors
}

/** The text of a passage for the embedding model, with its headings, as in the full-text index. */
export const textOf = ({ heading, text }: PassageText): string =>
  heading === '' ? text : `${heading}\n\n${text}`
