import type { Embedding } from '@plinth/core/internal/ai/embedding.server.ts'
import { percentile, type Bench, type Measured } from '../../bench/report.ts'
import { readLabelledData, type LabelledPassage, type LabelledQuestion } from './retrieval-questions.ts'
import { withLibraries, type MeasuredLibrary } from './retrieval-library.ts'
import { standInEmbedding } from './stand-in-embedding.ts'

const WITHIN = 10
const TIMED_QUESTIONS = 200
const PASSAGES_PER_DOCUMENT = 100
// What the best retrieval without an API key known when this was built reached in one library of all four
// languages: the share of questions whose passage is first, or among the first ten.
const bars: Record<string, { first: number; amongTen: number }> = {
  en: { first: 0.928, amongTen: 0.992 },
  de: { first: 0.868, amongTen: 0.983 },
  es: { first: 0.913, amongTen: 0.992 },
  pt: { first: 0.833, amongTen: 0.988 },
}
const sizes: readonly { passages: number; p95AtMostMs: number; embedding?: Embedding }[] = [
  { passages: 2_000, p95AtMostMs: 50 },
  // Measured again with vectors, in a PostgreSQL without pgvector. The vectors are made of words and measure
  // time, not quality.
  { passages: 20_000, p95AtMostMs: 300, embedding: standInEmbedding },
]

/**
 * The quality and speed of document search, through the verb behind `documents.search`, on the embedded
 * database, without a model; times with vectors as well.
 */
export const bench: Bench = {
  how: `labelled questions in four languages against one library of all their passages, asked through documents.search; of the articles that nothing was chosen by. Times at two sizes, ${TIMED_QUESTIONS} questions each, the quickest of three`,
  async run() {
    const data = readLabelledData()
    if (!data) {
      console.log('  The labelled questions are not present; RETRIEVAL_DATA names their folder.')
      return []
    }
    const half = process.env.RETRIEVAL_HALF === 'tuned' ? 'tuned' : 'reported'
    const questions = data.questions.filter((question) => question.half === half)
    return withLibraries(async (openLibrary, settle) => {
      const library = await openLibrary()
      const passageOf = new Map<string, number>()
      for (const [number, { text }] of data.passages.entries()) passageOf.set(await library.add(text), number)
      await settle()
      const quality = await measureQuality(library, questions, passageOf)
      const speed: Measured[] = []
      for (const size of sizes)
        speed.push(...(await measureSpeed(size, { library: await openLibrary(), settle, data })))
      return [...quality, ...speed]
    })
  },
}

async function measureQuality(
  library: MeasuredLibrary,
  questions: readonly LabelledQuestion[],
  passageOf: ReadonlyMap<string, number>,
): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const language of Object.keys(bars)) {
    const ranks: number[] = []
    for (const question of questions.filter((one) => one.language === language))
      ranks.push(await rankOf(library, question, passageOf))
    rows.push(...rowsOf(language, ranks))
  }
  return rows
}

/**
 * Returns the rank from 0; Infinity if the passage is not among the first ten. If a passage was split, either
 * chunk counts.
 */
async function rankOf(
  library: MeasuredLibrary,
  { text, passage }: LabelledQuestion,
  passageOf: ReadonlyMap<string, number>,
): Promise<number> {
  const { items } = await library.search(text, { limit: 2 * WITHIN })
  const found = [...new Set(items.map(({ documentId }) => passageOf.get(documentId)))]
    .slice(0, WITHIN)
    .indexOf(passage)
  return found === -1 ? Infinity : found
}

function rowsOf(language: string, ranks: readonly number[]): Measured[] {
  const mean = (value: (rank: number) => number) =>
    ranks.reduce((sum, rank) => sum + (rank === Infinity ? 0 : value(rank)), 0) / ranks.length
  const bar = bars[language]
  const row = (what: string, value: number, atLeast?: number): Measured => ({
    what: `${language} ${what}`,
    value,
    unit: 'share',
    ...(atLeast === undefined ? {} : { target: { atLeast } }),
  })
  return [
    { what: `${language} questions`, value: ranks.length, unit: 'count' },
    row(
      'R@1',
      mean((rank) => (rank === 0 ? 1 : 0)),
      bar?.first,
    ),
    row(
      'R@10',
      mean(() => 1),
      bar && lessChance(bar.amongTen, ranks.length),
    ),
    row(
      'MRR@10',
      mean((rank) => 1 / (rank + 1)),
    ),
    row(
      'nDCG@10',
      mean((rank) => 1 / Math.log2(rank + 2)),
    ),
  ]
}

/**
 * The bar minus the sampling error of so few questions at 95% confidence; the bars come from other questions
 * of the same sets.
 */
const lessChance = (share: number, count: number) => share - 1.96 * Math.sqrt((share * (1 - share)) / count)

type Timed = {
  library: MeasuredLibrary
  settle: () => Promise<void>
  data: { passages: LabelledPassage[]; questions: LabelledQuestion[] }
}

/**
 * Measures times only. The passages are sentences of the labeled ones in another order, which keeps the word
 * frequencies of real text.
 */
async function measureSpeed(
  { passages, p95AtMostMs, embedding }: (typeof sizes)[number],
  { library, settle, data }: Timed,
): Promise<Measured[]> {
  await fill(library, data.passages, passages)
  await settle()
  const name = `documents.search, ${passages} passages`
  const plain = rowsOfTimes(
    name,
    await timesOf(data.questions, (text) => library.search(text, { limit: WITHIN })),
    p95AtMostMs,
  )
  if (!embedding) return plain
  await library.embed(embedding)
  await settle()
  const withVectors = await timesOf(data.questions, (text) =>
    library.search(text, { limit: WITHIN, embedding }),
  )
  return [...plain, ...rowsOfTimes(`${name} with vectors`, withVectors, p95AtMostMs)]
}

async function timesOf(
  questions: readonly LabelledQuestion[],
  search: (text: string) => Promise<unknown>,
): Promise<number[]> {
  const asked = questions
    .filter((_, at) => at % Math.floor(questions.length / TIMED_QUESTIONS) === 0)
    .slice(0, TIMED_QUESTIONS)
  for (const { text } of asked.slice(0, 20)) await search(text)
  const times: number[] = []
  for (const { text } of asked) {
    // The fastest of three, to exclude the time taken by other processes.
    const tries: number[] = []
    for (let at = 0; at < 3; at++) {
      const startedAt = performance.now()
      await search(text)
      tries.push(performance.now() - startedAt)
    }
    times.push(Math.min(...tries))
  }
  return times
}

function rowsOfTimes(name: string, times: readonly number[], p95AtMostMs: number): Measured[] {
  return [
    { what: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { what: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms', target: { atMost: p95AtMostMs } },
  ]
}

async function fill(
  library: MeasuredLibrary,
  passages: readonly LabelledPassage[],
  count: number,
): Promise<void> {
  const languages = [...new Set(passages.map(({ language }) => language))]
  const sentences = new Map(
    languages.map((language) => [language, sentencesOf(passages.filter((one) => one.language === language))]),
  )
  let seed = 1
  // A Park-Miller generator: the same library in every run.
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let document = 0; document * PASSAGES_PER_DOCUMENT < count; document++) {
    const own = sentences.get(languages[document % languages.length] ?? 'en') ?? []
    const parts = Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, part) => {
      const text = Array.from({ length: 7 }, () => own[next(own.length)]).join(' ')
      // Each under its own heading, so that passages are not merged.
      return `# Part ${part}\n\n${text.slice(0, 1150)}`
    })
    await library.add(parts.join('\n\n'), 'markdown')
  }
}

function sentencesOf(passages: readonly LabelledPassage[]): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return passages.flatMap(({ text }) => [...segmenter.segment(text)].map(({ segment }) => segment.trim()))
}
