import type { RegisterLanguage } from '#/lib/register.ts'

export type Language = RegisterLanguage extends { language: infer Own extends string } ? Own : 'en'
/** It fills what another language lacks. */
export const defaultLanguage: Language = 'en'

let given: readonly Language[] | undefined

/**
 * Provides the languages of the interface. The application, its pages and its commands call it before
 * anything else.
 */
export function provideLanguages(languages: readonly Language[]): void {
  given = languages
}

/** The languages of the interface. Throws before `provideLanguages`. */
export function getLanguages(): readonly Language[] {
  if (!given) throw new Error('provideLanguages was not called')
  return given
}

/** Not HttpOnly, because the browser's language switch writes it. */
export const LANGUAGE_COOKIE = 'i18next'
export const LANGUAGE_COOKIE_DAYS = 365
export const LANGUAGE_STORAGE_KEY = 'i18nextLng'

/** The supported language of a tag (`de-AT` is German); undefined for any other value. Safe for any input. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return getLanguages().find((language) => language === primary)
}

/**
 * The best supported language of an Accept-Language header; undefined when there is none. Safe for any input.
 */
export function fromAcceptLanguage(header: string | null | undefined): Language | undefined {
  return (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag, parameter] = part.split(';')
      return { language: toLanguage(tag), weight: parameter === undefined ? 1 : weightOf(parameter) }
    })
    .filter((entry) => entry.language !== undefined && entry.weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0]?.language
}

/** `q=0.8` is 0.8; an invalid weight is 0, which excludes the language. */
function weightOf(parameter: string): number {
  const weight = Number(/^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1] ?? 0)
  return weight <= 1 ? weight : 0
}
