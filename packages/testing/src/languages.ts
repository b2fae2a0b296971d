import { languages } from '@plinth/cli/project.ts'
import { type Language, defaultLanguage } from '@plinth/core/texts'

// A product may lack any language but the default one (`npm run remove:language`), so a test asks for the one
// that it prefers.

/** The language if there is one of that code, else the default one: for what holds in every language. */
export const preferred = (code: string): Language =>
  languages.find((language) => language === code) ?? defaultLanguage

/** Those of these languages that there are: for tests that run in each. */
export const preferredOf = (...codes: readonly string[]): Language[] => [...new Set(codes.map(preferred))]

/** Whether there is such a language: a test that is about its words is skipped without it. */
export const speaks = (code: string): boolean => languages.some((language) => language === code)

/** The languages besides the default one: a test that changes between several is skipped with fewer. */
export const otherLanguages: readonly Language[] = languages.filter(
  (language) => language !== defaultLanguage,
)
