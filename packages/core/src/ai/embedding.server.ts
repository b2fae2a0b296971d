import { APICallError, type EmbeddingModelV4 } from '@ai-sdk/provider'
import { AppError } from '#/lib/app-error.ts'
import { causesOf } from '#/lib/causes.ts'

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
 * `readFailure`. Halves a batch that the provider finds too large, or whose response is, and
 * remembers the size that it takes.
 */
export function createEmbedding(
  id: string,
  model: EmbeddingModelV4,
  readFailure: (error: unknown) => AppError,
): Embedding {
  let most = MOST_PER_CALL
  async function embedSome(values: readonly string[], signal: AbortSignal | undefined): Promise<number[][]> {
    try {
      const { embeddings } = await model.doEmbed({ values: [...values], abortSignal: signal })
      if (embeddings.length !== values.length) throw badAnswer()
      return embeddings.map(toLengthOne)
    } catch (error) {
      if (values.length === 1 || !mayBeTooMany(error)) throw error
      const half = Math.ceil(values.length / 2)
      const vectors = [
        ...(await embedSome(values.slice(0, half), signal)),
        ...(await embedSome(values.slice(half), signal)),
      ]
      most = Math.min(most, half)
      return vectors
    }
  }
  return {
    id,
    async embed(texts, signal) {
      const atMost = (await model.maxEmbeddingsPerCall) ?? MOST_PER_CALL
      const vectors: number[][] = []
      try {
        while (vectors.length < texts.length) {
          const from = vectors.length
          const values = texts.slice(from, from + Math.min(most, atMost))
          vectors.push(...(await embedSome(values, signal)))
        }
        if (vectors.some((vector) => vector.length !== vectors[0]?.length)) throw badAnswer()
      } catch (error) {
        throw signal?.aborted ? error : readFailure(error)
      }
      return vectors
    },
  }
}

/** Servers have no common code for it. If it was something else, a single text fails again. */
const mayBeTooMany = (error: unknown) =>
  (APICallError.isInstance(error) && [400, 413, 422].includes(error.statusCode ?? 0)) ||
  causesOf(error).some((cause) => cause instanceof AppError && cause.code === 'ai:errors.tooLarge')

const badAnswer = () => new AppError('unavailable', 'ai:errors.badAnswer')

/** Normalizes to length 1, so that the dot product of two vectors is their cosine similarity. */
function toLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  if (!(length > 0 && length < Infinity)) throw badAnswer()
  return vector.map((value) => value / length)
}
