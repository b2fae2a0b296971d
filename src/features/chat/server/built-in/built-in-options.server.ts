import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { z } from 'zod'
import { languages } from '#/languages.ts'
import type { Language } from '@plinth/core/texts'

const passage = z.object({
  documentId: z.string(),
  name: z.string(),
  /** The headings above it. Its text may start with some of them. */
  heading: z.string().optional(),
  text: z.string(),
  page: z.number(),
  start: z.number(),
  end: z.number(),
  /** Its relevance relative to the other passages. */
  score: z.number().optional(),
})
/** The passages found in documents for a question, best first, and the confidence that they answer it. */
export const retrieval = z.object({
  items: z.array(passage),
  confidence: z.enum(['answer', 'possible', 'none']),
})
const options = z.object({ language: z.enum(languages), retrieval: retrieval.optional() })

export type Retrieval = z.output<typeof retrieval>
export type BuiltInOptions = z.output<typeof options>

const OWNER = 'built-in'

/**
 * Returns the `providerOptions` for the built-in model: the language of the reader's interface and, on pages
 * that answer from documents, the passages found for the question. The answer cites passages by their number
 * in `items`, from 1.
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

/** Reads the options of a call; English and no passages by default. Throws ZodError for an invalid shape. */
export function readBuiltInOptions({
  providerOptions,
}: Pick<LanguageModelV4CallOptions, 'providerOptions'>): BuiltInOptions {
  return options.parse(providerOptions?.[OWNER] ?? { language: 'en' })
}
