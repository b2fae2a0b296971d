import type { Translate } from '@plinth/core/texts'
import { asMarkdown } from '#/lib/as-markdown.ts'
import type { Retrieval } from './built-in-options.server.ts'
import { chooseQuotes, sentencesOf, type Quote } from './quote.ts'

/**
 * Returns the answer to a question from documents as Markdown: a line that states the confidence, then
 * verbatim sentences with the numbers of their passages. Quotes nothing when the confidence is `none`.
 */
export function wordQuotes(question: string, retrieval: Retrieval, t: Translate): string {
  const quotes = retrieval.confidence === 'none' ? [] : quotesOf(question, retrieval)
  if (quotes.length === 0) return t('built-in:quotes.none')
  const heading =
    retrieval.confidence === 'answer' ? t('built-in:quotes.answer') : t('built-in:quotes.possible')
  return [heading, ...quotes.map(({ text, passage }) => `> ${asMarkdown(text)} [${passage}]`)].join('\n\n')
}

/**
 * Falls back to the beginning of the best passage: one found by meaning may share no term with the question.
 */
function quotesOf(question: string, retrieval: Retrieval): Quote[] {
  const quotes = chooseQuotes(question, retrieval)
  const sentences = retrieval.items.slice(0, 1).flatMap(sentencesOf)
  const beginning = sentences.find(({ isHeading }) => !isHeading) ?? sentences[0]
  return quotes.length === 0 && beginning
    ? [{ text: beginning.text, passage: 1 }]
    : inReadingOrder(quotes, retrieval)
}

/** Sorts quotes by document, that of the best passage first, then by position. */
function inReadingOrder(quotes: readonly Quote[], { items }: Retrieval): Quote[] {
  const placed = quotes.map((quote) => {
    const { documentId, page = 0, start = 0, text = '' } = items[quote.passage - 1] ?? {}
    const document = items.findIndex((item) => item.documentId === documentId)
    return { quote, place: [document, page, start + text.indexOf(quote.text)] }
  })
  const compare = (one: readonly number[], other: readonly number[]) =>
    one.map((part, at) => part - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  return placed.toSorted((a, b) => compare(a.place, b.place)).map(({ quote }) => quote)
}
