import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { AppError } from '#/lib/app-error.ts'

const MOST_PER_CALL = 96

/** An embedding model. `id` names it: vectors of different models can't be compared. */
export type Embedding = {
  id: string
  /**
   * Returns one vector per text, in order, each of length 1 and all of the same size. Throws AppError
   * `ai:errors.*`, or the abort reason of `signal`.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<number[][]>
}

/**
 * An embedding model that calls its provider in sequential batches and throws only errors mapped by
 * `readFailure`.
 */
export function createEmbedding(
  id: string,
  model: EmbeddingModelV4,
  readFailure: (error: unknown) => AppError,
): Embedding {
  return {
    id,
    async embed(texts, signal) {
      const size = Math.min((await model.maxEmbeddingsPerCall) ?? MOST_PER_CALL, MOST_PER_CALL)
      const vectors: number[][] = []
      try {
        for (let from = 0; from < texts.length; from += size) {
          const values = texts.slice(from, from + size)
          const { embeddings } = await model.doEmbed({ values, abortSignal: signal })
          if (embeddings.length !== values.length) throw badAnswer()
          vectors.push(...embeddings.map(toLengthOne))
        }
        if (vectors.some((vector) => vector.length !== vectors[0]?.length)) throw badAnswer()
      } catch (error) {
        throw signal?.aborted ? error : readFailure(error)
      }
      return vectors
    },
  }
}

const badAnswer = () => new AppError('unavailable', 'ai:errors.badAnswer')

/** Normalizes to length 1, so that the dot product of two vectors is their cosine similarity. */
function toLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  if (!(length > 0 && length < Infinity)) throw badAnswer()
  return vector.map((value) => value / length)
}
