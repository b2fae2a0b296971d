import { and, sql, type SQL } from 'drizzle-orm'
import { user } from './identity.table.server.ts'

/** The searched text: exactly the expression of the trigram index. */
export const searchedText: SQL = sql`(lower(${user.name}) || ' ' || lower(${user.email}))`

/**
 * The condition for users whose name or email contains every word of `text`, ignoring case; undefined without
 * a word. Uses a trigram index for words of three letters or more.
 */
export function userSearch(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return and(...words.map((word) => sql`${searchedText} like '%' || lower(${escaped(word)}) || '%'`))
}

const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
