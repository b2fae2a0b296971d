import { and, sql, type SQL } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { type Db, inWorkspace } from '@plinth/core/database/server'
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
// Small libraries are also searched for related words, which is cheap there.
const RELATED_UP_TO_PASSAGES = 5000
const BEGINNING_SHARE = 0.7
// A part of a German compound. Longer stems than the longest have no parts.
const PART_FROM_LETTERS = 5
const COMPOUND_UP_TO_LETTERS = 32

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
  asked: { text: string; subject: string; languages: readonly TextLanguage[]; passages: number },
) {
  const configs = sql.join(
    asked.languages.map((language) => sql`(${language}, ${textSearchConfigs[language]}::regconfig)`),
    sql`, `,
  )
  const enough = frequentFrom(asked.passages) + 1
  const answer = await db.execute<QuestionStem & { language: TextLanguage }>(sql`
    with stems as (
      select distinct languages.language, lexeme as stem,
        lexeme = any(tsvector_to_array(stemmed_words(languages.config, ${asked.subject}))) as "isSubject"
      from (values ${configs}) as languages (language, config), unnest(stemmed_words(languages.config, ${asked.text}))
    ), counted as (
      select stem, (
        select count(*)::int from (
          select 1 from ${documentChunks}
          where ${inWorkspace(documentChunks, actor)} and ${documentChunks.words} @@ ${quoted(sql`one.stem`)}::tsquery limit ${enough}
        ) as found
      ) as holders from (select distinct stem from stems) as one
    )
    select stems.language, stems.stem, stems."isSubject", counted.holders from stems join counted using (stem)`)
  const stems = new Map<TextLanguage, QuestionStem[]>(asked.languages.map((language) => [language, []]))
  for (const { language, ...stem } of answer.rows) stems.get(language)?.push(stem)
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
    [...question.stems].map(([language, stems]) => [language, tellingStems(language, stems, library)]),
  )
  const terms = [...telling].flatMap(([language, stems]) =>
    stems.flatMap(({ stem }) => [quotedText(stem), ...relatedTo(stem, language, library)]),
  )
  if (terms.length === 0) return []
  const query = [...new Set(terms)].join(' | ')
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

/**
 * Query terms for words related to a stem: those with its beginning, for other endings and compounds, and in
 * German those that it may be composed of.
 */
function relatedTo(stem: string, language: TextLanguage, { passages }: Library): string[] {
  const { length } = stem
  if (passages > RELATED_UP_TO_PASSAGES || length < PART_FROM_LETTERS) return []
  const beginning = `${quotedText(stem.slice(0, Math.ceil(length * BEGINNING_SHARE)))}:*`
  if (language !== 'de' || length > COMPOUND_UP_TO_LETTERS) return [beginning]
  const parts = Array.from({ length: Math.max(0, length - 2 * PART_FROM_LETTERS + 1) }, (_, more) => [
    stem.slice(0, PART_FROM_LETTERS + more),
    stem.slice(-PART_FROM_LETTERS - more),
  ])
  return [beginning, ...parts.flat().map(quotedText)]
}

/**
 * Drops frequent stems, but keeps the two rarest if all are frequent. Of the subject's stems that no
 * passage contains, keeps those that may have related words.
 */
function tellingStems(
  language: TextLanguage,
  stems: readonly QuestionStem[],
  library: Library,
): QuestionStem[] {
  const found = stems.filter(({ holders }) => holders > 0).toSorted((a, b) => a.holders - b.holders)
  const rare = found.filter(({ holders }) => holders <= frequentFrom(library.passages))
  const absent = stems.filter(
    ({ stem, holders, isSubject }) =>
      holders === 0 && isSubject && relatedTo(stem, language, library).length > 0,
  )
  return [...(rare.length > 0 ? rare : found.slice(0, 2)), ...absent].slice(0, STEMS_MAX)
}

function weightFor(
  language: TextLanguage,
  stems: readonly QuestionStem[],
  { question, library }: { question: Question; library: Library },
): SQL {
  const preference = language === question.language ? SAME_LANGUAGE_WEIGHT : 1
  const parts = stems.map(({ stem, holders }) => {
    const held = Math.max(1, Math.min(holders, library.passages))
    const weight = rarity(held, library.passages) * preference
    const related = relatedTo(stem, language, library)
    const whole = sql`when ${documentChunks.words} @@ ${quotedText(stem)}::tsquery then ${weight}::float8`
    const part =
      related.length > 0
        ? sql`when ${documentChunks.words} @@ ${related.join(' | ')}::tsquery then ${weight / 2}::float8`
        : sql``
    return sql`case ${whole} ${part} else 0 end`
  })
  return sql`when ${language} then ${sql.join(parts, sql` + `)}`
}
