import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { AppError } from '#/lib/app-error.ts'

const MOST_PER_CALL = 96

/** Turns texts into vectors. `id` names the model: vectors of different models can't be compared. */
export type Embedding = {
  id: string
  /**
   * One vector per text, in their order, each of length 1 and all of one size. Throws AppError `ai:errors.*`,
   * or what `signal` was aborted with.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<number[][]>
}

/**
 * An embedding model that asks its provider in batches, one after the other, and hands no failure on but what
 * `readFailure` makes of it.
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

/** So that the product of two vectors is the cosine between them. */
function toLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  if (!(length > 0 && length < Infinity)) throw badAnswer()
  return vector.map((value) => value / length)
}
