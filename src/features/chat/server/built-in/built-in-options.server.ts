import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { z } from 'zod'
import { languages, type Language } from '#/core/i18n/languages.ts'

const passage = z.object({
  documentId: z.string(),
  name: z.string(),
  /** The headings above it: with some of them its text may begin. */
  heading: z.string().optional(),
  text: z.string(),
  page: z.number(),
  start: z.number(),
  end: z.number(),
  /** How well it fits, beside the others. */
  score: z.number().optional(),
})
/** What was found in documents for a question, best first, and how sure it is that it answers. */
export const retrieval = z.object({
  items: z.array(passage),
  confidence: z.enum(['answer', 'possible', 'none']),
})
const options = z.object({ language: z.enum(languages), retrieval: retrieval.optional() })

export type Retrieval = z.output<typeof retrieval>
export type BuiltInOptions = z.output<typeof options>

const OWNER = 'plinth'

/**
 * The `providerOptions` of a call to the built-in model: the language of the reader's interface, and on pages
 * about documents what was found for the question. The answer cites the passages by their number in `items`,
 * from 1.
 */
export function builtInOptions({
  language,
  retrieval: found,
}: {
  language: Language
  retrieval?: Retrieval
}) {
  return { [OWNER]: found ? options.parse({ language, retrieval: found }) : { language } }
}

/** English and no passages where a caller gave nothing. Throws for options of another shape. */
export function readBuiltInOptions({
  providerOptions,
}: Pick<LanguageModelV4CallOptions, 'providerOptions'>): BuiltInOptions {
  return options.parse(providerOptions?.[OWNER] ?? { language: 'en' })
}
