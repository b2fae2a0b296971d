import { and, sql, type SQL } from 'drizzle-orm'
import { containsWords, foldedText } from '../db/text-search.server.ts'
import { user } from './identity.table.server.ts'

/** The searched text: exactly the expression of the trigram index. */
export const searchedText: SQL = sql`(${foldedText(user.name)} || ' ' || fold_text(${user.email}))`

/** The same for words that are too short for the index: it is read of every user, and costs a fifth. */
const quickText: SQL = sql`fold_text(${user.name} || ' ' || ${user.email})`

const isShort = (word: string) => Array.from(word).length < 3

/**
 * The condition for users whose name or email contains every word of `text`, whatever its case and accents;
 * undefined without a word. Uses a trigram index for words of three letters or more.
 */
export function userSearch(text: string): SQL | undefined {
  const words = text.split(/\s+/)
  const long = words.filter((word) => !isShort(word)).join(' ')
  return and(containsWords(searchedText, long), containsWords(quickText, words.filter(isShort).join(' ')))
}
