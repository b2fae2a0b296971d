import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import type { Db } from './database.server.ts'

/** A column for PostgreSQL's full text search. */
export const tsvector = customType<{ data: string; notNull: true }>({ dataType: () => 'tsvector' })

const weights = { A: sql`'A'`, B: sql`'B'` }

/** The words of a text, not stemmed because a workspace may mix languages. Weight A ranks first. */
export const wordsOf = (text: SQLWrapper, weight: keyof typeof weights): SQL =>
  sql`setweight(to_tsvector('simple', ${text}), ${weights[weight]})`

/**
 * Returns a tsquery that matches every word of `text` as a prefix, of that weight only if one is given;
 * undefined without a word. PostgreSQL's parser splits both sides, so `3.14` or an address is found as
 * written. A separate query, because the planner only chooses well if it knows the words.
 */
export async function prefixQuery(
  db: Db,
  text: string,
  weight: keyof typeof weights | '' = '',
): Promise<string | undefined> {
  const answer = await db.execute<{ query: string | null }>(sql`
    select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':*' || ${weight}::text, ' & ') as query
    from unnest(to_tsvector('simple', ${text}))`)
  return answer.rows[0]?.query ?? undefined
}
