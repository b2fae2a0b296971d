import type { Embedding, Log } from '@plinth/core/server'
import { AppError } from '@plinth/core/verb/server'
import type { QuestionVector } from './find-nearest.server.ts'

const QUESTION_MAX_MS = 2_500
// A model that finds all texts alike does not discriminate.
const LEAST_SPREAD = 0.05

/**
 * Texts unrelated to any library. How near a question is to them is the baseline for unrelated texts by this
 * model.
 */
const unrelated = [
  'The bus to the station leaves every twenty minutes.',
  'Knead the flour with the butter and let the dough rest overnight.',
  'Die Mannschaft gewann das Spiel in der letzten Minute.',
  'Der Hund schläft am liebsten unter dem Küchentisch.',
  'La orquesta ensayó la sinfonía durante toda la tarde.',
  'El volcán cubrió los campos de ceniza.',
  'A costureira encurtou as mangas do casaco.',
  'Choveu tanto que o rio saiu do leito.',
]
const unrelatedVectors = new WeakMap<Embedding, number[][]>()

type Meaning = QuestionVector & {
  /**
   * Normalizes a cosine: 0 is as near as unrelated texts, 1 the same text. Measured, because models differ
   * widely in the cosine of unrelated texts.
   */
  nearness(cosine: number): number
}

type Options = { embedding: Embedding; log: Pick<Log, 'warn'>; signal: AbortSignal }

/**
 * Embeds the question. Returns undefined, and logs a warning, if the model fails or takes longer than 2.5 s;
 * the search then uses words alone.
 */
export async function readMeaning(
  question: string,
  { embedding, log, signal }: Options,
): Promise<Meaning | undefined> {
  try {
    const known = unrelatedVectors.get(embedding)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(QUESTION_MAX_MS)])
    const [vector, ...others] = await embedding.embed(known ? [question] : [question, ...unrelated], limit)
    if (!vector) return undefined
    if (!known) unrelatedVectors.set(embedding, others)
    const usual = mean((known ?? others).map((other) => cosineOf(vector, other)))
    return {
      model: embedding.id,
      vector,
      nearness: (cosine) => (cosine - usual) / Math.max(LEAST_SPREAD, 1 - usual),
    }
  } catch (error) {
    log.warn(
      { model: embedding.id, failure: error instanceof AppError ? error.code : 'ai:errors.timedOut' },
      'a question was searched by full text only',
    )
    return undefined
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const cosineOf = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
