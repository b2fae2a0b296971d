import { and, sql, type SQL } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { TextLanguage } from '#/lib/text-language.ts'
import { rarity } from '#/lib/letters.ts'
import { documentChunks, documents } from '../documents.table.server.ts'
import {
  SAME_LANGUAGE_WEIGHT,
  type Candidate,
  type Library,
  type Question,
  type QuestionStem,
} from './rescore.server.ts'

/** The text search configuration for each language. All of them ship with PostgreSQL. */
export const textSearchConfigs: Record<TextLanguage, string> = {
  en: 'english',
  de: 'german',
  es: 'spanish',
  pt: 'portuguese',
  other: 'simple',
}

const CANDIDATES = 100
// A stem found in this share of a large library does not discriminate and costs the most to search.
const FREQUENT_SHARE = 0.05
const FREQUENT_FROM_PASSAGES = 200
const STEMS_MAX = 24
// Small libraries are also searched by prefix, which is cheap there.
const BEGINNINGS_UP_TO_PASSAGES = 5000
const BEGINNING_FROM_LETTERS = 5
const BEGINNING_SHARE = 0.7

export type FoundPassage = Candidate & {
  documentId: string
  position: number
  name: string
  page: number
  start: number
  end: number
}

/** Returns the size of the workspace's library and its languages. */
export async function readLibrary(
  db: Db,
  actor: SignedInActor,
): Promise<Library & { languages: TextLanguage[] }> {
  const rows = await db
    .select({
      language: documents.language,
      chunks: sql<number>`sum(${documents.chunks})::int`,
      words: sql<number>`sum(${documents.words})::float`,
    })
    .from(documents)
    .where(and(inWorkspace(documents, actor), sql`${documents.chunks} > 0`))
    .groupBy(documents.language)
  const passages = rows.reduce((sum, { chunks }) => sum + chunks, 0)
  const words = rows.reduce((sum, row) => sum + row.words, 0)
  return {
    passages,
    meanWords: words / Math.max(1, passages),
    languages: rows.flatMap(({ language }) => language ?? []),
  }
}

/**
 * Returns the stems of a question per language, with the number of passages containing each. Counting stops
 * once a stem is too frequent to discriminate.
 */
export async function readStems(
  db: Db,
  actor: SignedInActor,
  asked: { text: string; languages: readonly TextLanguage[]; passages: number },
) {
  const configs = sql.join(
    asked.languages.map((language) => sql`(${language}, ${textSearchConfigs[language]}::regconfig)`),
    sql`, `,
  )
  const enough = frequentFrom(asked.passages) + 1
  const answer = await db.execute<{ language: TextLanguage; stem: string; holders: number }>(sql`
    with stems as (
      select distinct languages.language, lexeme as stem
      from (values ${configs}) as languages (language, config), unnest(stemmed_words(languages.config, ${asked.text}))
    ), counted as (
      select stem, (
        select count(*)::int from (
          select 1 from ${documentChunks}
          where ${inWorkspace(documentChunks, actor)} and ${documentChunks.words} @@ ${quoted(sql`one.stem`)}::tsquery limit ${enough}
        ) as found
      ) as holders from (select distinct stem from stems) as one
    )
    select stems.language, stems.stem, counted.holders from stems join counted using (stem)`)
  const stems = new Map<TextLanguage, QuestionStem[]>(asked.languages.map((language) => [language, []]))
  for (const { language, stem, holders } of answer.rows) stems.get(language)?.push({ stem, holders })
  return stems
}

const frequentFrom = (passages: number) =>
  Math.max(FREQUENT_FROM_PASSAGES, Math.ceil(passages * FREQUENT_SHARE))

/** A lexeme quoted as a tsquery. */
const quoted = (lexeme: SQL) => sql`('''' || replace(replace(${lexeme}, '\\', '\\\\'), '''', '''''') || '''')`
const quotedText = (stem: string) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Returns the passages of the workspace that best match the rare stems of the question; one stem is enough.
 * Each passage is matched in its own language.
 */
export async function findCandidates(
  db: Db,
  actor: SignedInActor,
  { question, library }: { question: Question; library: Library },
): Promise<FoundPassage[]> {
  const telling = new Map(
    [...question.stems].map(([language, stems]) => [language, tellingStems(stems, library.passages)]),
  )
  const all = [...new Set([...telling.values()].flat().map(({ stem }) => stem))]
  if (all.length === 0) return []
  const query = all.flatMap((stem) => [quotedText(stem), ...beginningOf(stem, library)]).join(' | ')
  const weights = sql.join(
    [...telling]
      .filter(([, stems]) => stems.length > 0)
      .map(([language, stems]) => weightFor(language, stems, { question, library })),
    sql` `,
  )
  const counted = sql.param([...new Set([...question.stems.values()].flat().map(({ stem }) => stem))])
  const answer = await db.execute<FoundPassage>(sql`
    with best as (
      select document_id, position, case ${documentChunks.language} ${weights} else 0 end as weight
      from ${documentChunks}
      where ${inWorkspace(documentChunks, actor)} and ${documentChunks.words} @@ ${query}::tsquery
      order by weight desc, document_id, position limit ${CANDIDATES}
    )
    select c.document_id as "documentId", c.position, d.name, c.page, c."start", c."end", c.heading, c.text, c.language, c.word_count as "wordCount", (
      select coalesce(jsonb_object_agg(w.lexeme, cardinality(w.positions)), '{}') from unnest(c.words) as w where w.lexeme = any(${counted}::text[])
    ) as counts
    from best join ${documentChunks} c using (document_id, position) join ${documents} d on d.id = c.document_id
    where best.weight > 0`)
  return answer.rows
}

/** A prefix query for a long stem, to match other endings and compounds. */
function beginningOf(stem: string, { passages }: Library): string[] {
  if (passages > BEGINNINGS_UP_TO_PASSAGES || stem.length < BEGINNING_FROM_LETTERS) return []
  return [`${quotedText(stem.slice(0, Math.ceil(stem.length * BEGINNING_SHARE)))}:*`]
}

/** Drops frequent stems. Keeps the two rarest if all are frequent. */
function tellingStems(stems: readonly QuestionStem[], passages: number): QuestionStem[] {
  const found = stems.filter(({ holders }) => holders > 0).toSorted((a, b) => a.holders - b.holders)
  const rare = found.filter(({ holders }) => holders <= frequentFrom(passages))
  return rare.length > 0 ? rare.slice(0, STEMS_MAX) : found.slice(0, 2)
}

function weightFor(
  language: TextLanguage,
  stems: readonly QuestionStem[],
  { question, library }: { question: Question; library: Library },
): SQL {
  const preference = language === question.language ? SAME_LANGUAGE_WEIGHT : 1
  const parts = stems.map(({ stem, holders }) => {
    const weight = rarity(Math.min(holders, library.passages), library.passages) * preference
    const [beginning] = beginningOf(stem, library)
    const whole = sql`when ${documentChunks.words} @@ ${quotedText(stem)}::tsquery then ${weight}::float8`
    const begun = beginning
      ? sql`when ${documentChunks.words} @@ ${beginning}::tsquery then ${weight / 2}::float8`
      : sql``
    return sql`case ${whole} ${begun} else 0 end`
  })
  return sql`when ${language} then ${sql.join(parts, sql` + `)}`
}
