import { fillGaps, type WrittenCatalog } from './fill-gaps.ts'
import type { I18n } from './i18n.ts'
import { translated } from './i18n.ts'
import {
  defaultLanguage,
  fromAcceptLanguage,
  getLanguages,
  LANGUAGE_COOKIE,
  toLanguage,
  type Language,
} from './languages.ts'
import type { Catalog, Loadable, Texts, TextsFile, Translate } from './keys.ts'
import { readText, withWait } from './read-text.ts'

let catalogs: Record<Language, Catalog> | undefined

/** Cache of translations without parameters; at most one entry per key. */
const plain = new Map<Language, Map<string, string>>()

/** Of the files of translations; in development, of those that are made on request. */
export const DEVELOPMENT_VERSION = '00000000'
let version = DEVELOPMENT_VERSION

/** Provides the version of the files that the build has written. */
export function provideTextsVersion(given: string): void {
  version = given
}

/**
 * Provides all translations to the server; what a language has not translated yet is in English. The
 * composition root calls it at start; later calls replace them.
 */
export function provideTexts(given: Record<Language, WrittenCatalog>): void {
  catalogs = Object.fromEntries(
    getLanguages().map((language) => [language, fillGaps(language, given[language], given[defaultLanguage])]),
  ) as Record<Language, Catalog>
  for (const language of getLanguages()) plain.set(language, new Map())
}

function catalogIn(language: Language): Catalog {
  if (!catalogs) throw new Error('No texts: provideTexts() has not run')
  return catalogs[language]
}

/** The translate function of one language, for mail, jobs and server messages. Falls back to English. */
export function translateTo(language: Language): Translate {
  const own = { language, catalog: catalogIn(language) }
  const fallback = { language: defaultLanguage, catalog: catalogIn(defaultLanguage) }
  const read = plain.get(language)
  return (key, given) => {
    const known = given ? undefined : read?.get(key)
    if (known !== undefined) return known
    const params = withWait(language, given ?? {})
    const text = readText(own, key, params) ?? readText(fallback, key, params)
    if (!given && text !== undefined) read?.set(key, text)
    return translated(text, key)
  }
}

/** The I18n of one request. It tracks the files that the page loads, which the browser fetches. */
export function createServerI18n(language: Language): I18n {
  const names = new Set<TextsFile>()
  const snapshot = { language, catalog: catalogIn(language) }
  const i18n: I18n = {
    language,
    t: translateTo(language),
    async load(asked) {
      for (const name of asked) names.add(name)
    },
    changeLanguage: () => Promise.reject(new Error('The language of a request does not change')),
    subscribe: () => () => {},
    snapshot: () => snapshot,
    sentSnapshot: () => snapshot,
    at: () => i18n,
    sent: () => ({ language, version, names: [...names] }),
  }
  return i18n
}

/** Returns whole namespaces, and of the others the sections that `*:section` and `namespace:section` name. */
export function catalogOf(language: Language, names: readonly Loadable[]): Catalog {
  const namedSections = names.map((name) => name.split(':'))
  return Object.fromEntries(
    Object.entries(catalogIn(language)).flatMap(([namespace, texts]): [string, Texts][] => {
      if (names.includes(namespace as Loadable)) return [[namespace, texts]]
      const parts = namedSections.flatMap(([of, section = '']): [string, string | Texts][] => {
        const part = of === '*' || of === namespace ? texts[section] : undefined
        return part === undefined ? [] : [[section, part]]
      })
      return parts.length > 0 ? [[namespace, Object.fromEntries(parts)]] : []
    }),
  )
}

/**
 * The language of a request: query `lng`, cookie, the signed-in user's choice (`stored`), Accept-Language,
 * English.
 */
export function languageOfRequest(request: Request, stored?: string | null): Language {
  const cookie = languageInCookies(request.headers)
  return (
    toLanguage(new URL(request.url).searchParams.get('lng')) ??
    cookie ??
    toLanguage(stored) ??
    languageOfHeaders(request.headers)
  )
}

/** The language by cookie and Accept-Language only, for cached public pages and API responses. */
export function languageOfHeaders(headers: Headers): Language {
  return languageInCookies(headers) ?? fromAcceptLanguage(headers.get('accept-language')) ?? defaultLanguage
}

function languageInCookies(headers: Headers): Language | undefined {
  // regex-reviewed: a constant name, optional spaces only after a semicolon
  const cookie = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]{1,20})`)
  return toLanguage(cookie.exec(headers.get('cookie') ?? '')?.[1])
}
