import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import type { Db } from './database.server.ts'

/** A column for PostgreSQL's full text search. */
export const tsvector = customType<{ data: string; notNull: true }>({ dataType: () => 'tsvector' })

const weights = { A: sql`'A'`, B: sql`'B'` }

/**
 * The words of a text as people look for them (`search_words` of the migrations): without case, accents and
 * signs, split at every sign and also joined without it, so `INV-2024` is found by `2024` and by `inv2024`.
 * Not stemmed, because a workspace may mix languages. Weight A ranks first.
 */
export const wordsOf = (text: SQLWrapper, weight: keyof typeof weights): SQL =>
  sql`setweight(to_tsvector('simple', search_words(${text})), ${weights[weight]})`

/** Further words are not looked for: each one reads all rows that may have it. */
const WORDS_MAX = 16

function firstWords(text: string): string {
  const next = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].at(WORDS_MAX)
  return next ? text.slice(0, next.index) : text
}

/**
 * Returns a tsquery that matches every word of `text` as a prefix, of that weight only if one is given;
 * undefined without a word. A separate query, because the planner only chooses well if it knows the words.
 */
export async function prefixQuery(
  db: Db,
  text: string,
  weight: keyof typeof weights | '' = '',
): Promise<string | undefined> {
  // Letters and digits alone are left, so nothing needs quoting.
  const answer = await db.execute<{ query: string | null }>(sql`
    select string_agg(case when parts like '% %'
      then '(' || replace(parts, ' ', ${`:*${weight} & `}) || ${`:*${weight} | `} || replace(parts, ' ', '') || ${`:*${weight})`}
      else parts || ${`:*${weight}`} end, ' & ') as query
    from regexp_split_to_table(fold_text(${firstWords(text)}), '\\s+') as word,
      trim(regexp_replace(word collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g')) as parts
    where parts <> ''`)
  return answer.rows[0]?.query ?? undefined
}

/**
 * The condition that `searched`, which `foldedText` made, contains every word of `text`; undefined without a
 * word.
 */
export function containsWords(searched: SQL, text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return and(
    ...words
      .slice(0, WORDS_MAX)
      .map(
        (word) =>
          sql`${searched} like '%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
      ),
  )
}

/** A short text that is searched for parts of words: as it is and by its words, folded. */
export const foldedText = (text: SQLWrapper): SQL => sql`(fold_text(${text}) || ' ' || search_words(${text}))`
