import { sql, type SQL } from 'drizzle-orm'
import { containsWords, foldedText } from '../db/text-search.server.ts'
import { user } from './identity.table.server.ts'

/** The searched text: exactly the expression of the trigram index. */
export const searchedText: SQL = sql`(${foldedText(user.name)} || ' ' || fold_text(${user.email}))`

/**
 * The condition for users whose name or email contains every word of `text`, whatever its case and accents;
 * undefined without a word. Uses a trigram index for words of three letters or more.
 */
export const userSearch = (text: string): SQL | undefined => containsWords(searchedText, text)
