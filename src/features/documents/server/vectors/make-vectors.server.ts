import type { Embedding } from '#/core/ai/embedding.server.ts'

/** Passages that are made vectors of at a time, so that what was made before a failure is kept. */
export const VECTORS_AT_ONCE = 96

type PassageText = { heading: string; text: string }

/**
 * The vectors of passages by their order. Fewer than passages where `embed` failed or the signal ended it.
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
    // The registry has logged what failed; what is missing is made by another job.
  }
  return vectors
}

/**
 * What is said of a passage to an embedding model: it stands under its headings, as its words do in the
 * index.
 */
export const textOf = ({ heading, text }: PassageText): string =>
  heading === '' ? text : `${heading}\n\n${text}`
