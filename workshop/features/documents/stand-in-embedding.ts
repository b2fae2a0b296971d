import type { Embedding } from '@plinth/core/internal/ai/embedding.server.ts'

const SIZE = 1536
const NUMBERS_PER_WORD = 48

/**
 * A fake embedding model. Its vectors have the size of a common model's and come from a text's words. They
 * cost the database as much as real ones but say nothing about search quality.
 */
export const standInEmbedding: Embedding = { id: 'bench:words', embed: async (texts) => texts.map(vectorOf) }

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: SIZE }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let seed = [...word].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
    for (let at = 0; at < NUMBERS_PER_WORD; at++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      const place = (seed >>> 8) % SIZE
      // Long words weigh more than short ones.
      vector[place] = (vector[place] ?? 0) + (seed >>> 31 ? 1 : -1) * word.length
    }
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
