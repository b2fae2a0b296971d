import { and, sql, type SQL } from 'drizzle-orm'
import { user } from './identity.table.server.ts'

/** What is searched: the expression of the trigram index, letter for letter. */
export const searchedText: SQL = sql`(lower(${user.name}) || ' ' || lower(${user.email}))`

/**
 * The condition of people whose name or address holds every word of `text` as a part, in any case; undefined
 * when it has no word. Answered from a trigram index where the words have three letters or more.
 */
export function userSearch(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return and(...words.map((word) => sql`${searchedText} like '%' || lower(${escaped(word)}) || '%'`))
}

const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
