import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import type { Db } from './database.server.ts'

/** A column that PostgreSQL's full text search looks in. */
export const tsvector = customType<{ data: string; notNull: true }>({ dataType: () => 'tsvector' })

const weights = { A: sql`'A'`, B: sql`'B'` }

/**
 * The words of a text as typed, of no language in particular: posts of one workspace are written in several.
 * Weight A counts most.
 */
export const wordsOf = (text: SQLWrapper, weight: keyof typeof weights): SQL =>
  sql`setweight(to_tsvector('simple', ${text}), ${weights[weight]})`

/**
 * What a `tsvector` has to match to hold every word of `text`, each at least by its beginning, as tsquery
 * text; undefined when it has no word. PostgreSQL's own parser takes both sides apart, so that `3.14` or an
 * address is found as it is written. Asked apart from the search itself, because the planner chooses well
 * only for words it can see.
 */
export async function prefixQuery(db: Db, text: string): Promise<string | undefined> {
  const answer = await db.execute<{ query: string | null }>(sql`
    select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':*', ' & ') as query
    from unnest(to_tsvector('simple', ${text}))`)
  return answer.rows[0]?.query ?? undefined
}
