import { sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { documentChunks } from '../documents.table.server.ts'
import type { Library } from './rescore.server.ts'

// The vocabulary is read only for questions with confidence `none`, and only in libraries small enough to
// make it fast.
const UP_TO_PASSAGES = 1_000
const FROM_LETTERS = 5
const TWO_ERRORS_FROM_LETTERS = 8
const WORDS_MAX = 12

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
    .filter(({ length }) => length >= FROM_LETTERS)
    .slice(0, WORDS_MAX)
  if (words.length === 0) return undefined
  const lengths = words.map(({ length }) => length)
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct one.lexeme as word from ${documentChunks}, unnest(to_tsvector('simple', ${documentChunks.text})) as one
    where ${inWorkspace(documentChunks, actor)}
      and length(one.lexeme) between ${Math.min(...lengths) - 2} and ${Math.max(...lengths) + 2}`)
  const vocabulary = rows.map(({ word }) => word)
  const corrections = new Map(words.map((word) => [word, correctionOf(word, vocabulary)]))
  const corrected = query.replaceAll(/\p{L}+/gu, (word) => corrections.get(word.toLowerCase()) ?? word)
  return corrected === query ? undefined : corrected
}

function correctionOf(word: string, vocabulary: readonly string[]): string | undefined {
  if (vocabulary.includes(word)) return undefined
  const most = word.length >= TWO_ERRORS_FROM_LETTERS ? 2 : 1
  let [found, fewest]: [string | undefined, number] = [undefined, most + 1]
  for (const known of vocabulary) {
    const errors = Math.abs(word.length - known.length) > most ? Infinity : errorsBetween(word, known)
    if (errors < fewest) [found, fewest] = [known, errors]
  }
  return found
}

/** The optimal string alignment distance: letters missing, added, wrong or swapped with the next one. */
function errorsBetween(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped))
    }
    ;[before, above] = [above, current]
  }
  return above[other.length] ?? 0
}
