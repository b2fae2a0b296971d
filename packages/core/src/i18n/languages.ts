export const languages = ['en', 'de', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** Not HttpOnly, because the browser's language switch writes it. */
export const LANGUAGE_COOKIE = 'i18next'
export const LANGUAGE_COOKIE_DAYS = 365
export const LANGUAGE_STORAGE_KEY = 'i18nextLng'

/** English and own name, so that users find their language in any interface. */
export const languageNames: Record<Language, { english: string; own: string }> = {
  en: { english: 'English', own: 'English' },
  de: { english: 'German', own: 'Deutsch' },
  es: { english: 'Spanish', own: 'Español' },
  pt: { english: 'Portuguese', own: 'Português' },
}

/** The supported language of a tag (`de-AT` is German); undefined for any other value. Safe for any input. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return languages.find((language) => language === primary)
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
