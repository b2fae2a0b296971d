import { sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { errorsBetween } from '#/lib/errors-between.ts'
import { documentChunks } from '../documents.table.server.ts'
import type { Library } from './rescore.server.ts'

// The vocabulary is read only for questions with confidence `none`, and only in libraries small enough to
// make it fast.
const UP_TO_PASSAGES = 1_000
const FROM_LETTERS = 5
const TWO_ERRORS_FROM_LETTERS = 8
// The rest bounds how long a correction holds the event loop, whatever the documents contain: some 10 ms.
const UP_TO_LETTERS = 32
const WORDS_MAX = 8
const VOCABULARY_MAX = 20_000
const COMPARED_MAX = 1_000
// Only known words with the same beginning or end are compared; few typing errors change both.
const BEGINNING = 1
const END = 3

/**
 * Returns the question with misspelled words replaced by words from the workspace's documents, or undefined
 * if nothing changed.
 */
export async function correctSpelling(
  db: Db,
  actor: SignedInActor,
  { query, library }: { query: string; library: Library },
): Promise<string | undefined> {
  if (library.passages > UP_TO_PASSAGES) return undefined
  const words = [...new Set(query.toLowerCase().match(/\p{L}+/gu) ?? [])]
    .filter(({ length }) => length >= FROM_LETTERS && length <= UP_TO_LETTERS)
    .slice(0, WORDS_MAX)
  if (words.length === 0) return undefined
  const vocabulary = await readVocabulary(db, actor, words)
  const corrections = new Map(words.map((word) => [word, correctionOf(word, vocabulary)]))
  const corrected = query.replaceAll(/\p{L}+/gu, (word) => corrections.get(word.toLowerCase()) ?? word)
  return corrected === query ? undefined : corrected
}

/** Words of the workspace's documents that begin or end like one of the given words. */
async function readVocabulary(db: Db, actor: SignedInActor, words: readonly string[]): Promise<string[]> {
  const lengths = words.map(({ length }) => length)
  const beginnings = sql.param(words.map((word) => word.slice(0, BEGINNING)))
  const ends = sql.param(words.map((word) => word.slice(-END)))
  // One row, because the driver takes longer for many rows than the comparison does.
  const { rows } = await db.execute<{ words: string | null }>(sql`
    select string_agg(near.lexeme, ' ') as words from (
      select distinct one.lexeme from ${documentChunks}, unnest(to_tsvector('simple', ${documentChunks.text})) as one
      where ${inWorkspace(documentChunks, actor)}
        and length(one.lexeme) between ${Math.min(...lengths) - 2} and ${Math.max(...lengths) + 2}
        and (left(one.lexeme, ${BEGINNING}) = any(${beginnings}::text[]) or right(one.lexeme, ${END}) = any(${ends}::text[]))
      limit ${VOCABULARY_MAX}
    ) as near`)
  return rows[0]?.words?.split(' ') ?? []
}

function correctionOf(word: string, vocabulary: readonly string[]): string | undefined {
  const most = word.length >= TWO_ERRORS_FROM_LETTERS ? 2 : 1
  const [beginning, end] = [word.slice(0, BEGINNING), word.slice(-END)]
  const near = vocabulary.filter(
    (known) =>
      Math.abs(word.length - known.length) <= most && (known.startsWith(beginning) || known.endsWith(end)),
  )
  if (near.includes(word)) return undefined
  let [found, fewest]: [string | undefined, number] = [undefined, most + 1]
  for (const known of near.slice(0, COMPARED_MAX)) {
    const errors = errorsBetween(word, known, most)
    if (errors < fewest) [found, fewest] = [known, errors]
  }
  return found
}
