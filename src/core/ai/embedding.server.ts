import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { AppError } from '#/lib/app-error.ts'

const MOST_PER_CALL = 96

/** Turns texts into vectors. `id` names the model: vectors of different models can't be compared. */
export type Embedding = {
  id: string
  /** One vector per text, in their order. Throws AppError `ai:errors.*`, or what `signal` was aborted with. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<number[][]>
}

/** An embedding model that asks its provider in batches, one after the other, and hands no failure on but what `readFailure` makes of it. */
export function createEmbedding(id: string, model: EmbeddingModelV4, readFailure: (error: unknown) => AppError): Embedding {
  return {
    id,
    async embed(texts, signal) {
      const size = Math.min((await model.maxEmbeddingsPerCall) ?? MOST_PER_CALL, MOST_PER_CALL)
      const vectors: number[][] = []
      try {
        for (let from = 0; from < texts.length; from += size) {
          const values = texts.slice(from, from + size)
          const { embeddings } = await model.doEmbed({ values, abortSignal: signal })
          if (embeddings.length !== values.length) throw new AppError('unavailable', 'ai:errors.badAnswer')
          vectors.push(...embeddings)
        }
      } catch (error) {
        throw signal?.aborted ? error : readFailure(error)
      }
      return vectors
    },
  }
}
