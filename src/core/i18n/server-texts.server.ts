import { createHash } from 'node:crypto'
import { fillGaps, type WrittenCatalog } from './fill-gaps.ts'
import type { I18n, I18nSnapshot } from './i18n.ts'
import { translated } from './i18n.ts'
import {
  defaultLanguage,
  fromAcceptLanguage,
  LANGUAGE_COOKIE,
  languages,
  toLanguage,
  type Language,
} from './languages.ts'
import type { Catalog, Loadable, Texts, Translate } from './keys.ts'
import { readText, withWait } from './read-text.ts'

let catalogs: Record<Language, Catalog> | undefined

/** Cache of translations without parameters; at most one entry per key. */
const plain = new Map<Language, Map<string, string>>(languages.map((language) => [language, new Map()]))

/** The translations of a page as a file. */
type TextsFile = { path: string; json: string }

// At most one entry per language and set of namespaces in the routes.
const files = new Map<string, TextsFile>()

/**
 * Provides all translations to the server; what a language has not translated yet is in English. The
 * composition root calls it at start; later calls replace them.
 */
export function provideTexts(given: Record<Language, WrittenCatalog>): void {
  catalogs = Object.fromEntries(
    languages.map((language) => [language, fillGaps(given[language], given[defaultLanguage])]),
  ) as Record<Language, Catalog>
  files.clear()
  for (const read of plain.values()) read.clear()
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

/** The I18n of one request. It tracks the namespaces that the page loads, which are sent to the browser. */
export function createServerI18n(language: Language): I18n {
  const asked = new Set<string>()
  let taken: { size: number; snapshot: I18nSnapshot } = { size: 0, snapshot: { language, catalog: {} } }
  const i18n: I18n = {
    language,
    t: translateTo(language),
    async load(names: readonly Loadable[]) {
      for (const name of names) asked.add(name)
    },
    changeLanguage: () => Promise.reject(new Error('The language of a request does not change')),
    subscribe: () => () => {},
    snapshot() {
      // Cached, because every translated component calls it.
      if (taken.size !== asked.size)
        taken = { size: asked.size, snapshot: { language, catalog: catalogOf(language, asked) } }
      return taken.snapshot
    },
    sentSnapshot: () => i18n.snapshot(),
    at: () => i18n,
    sentFile: () => fileOfPage(language, asked).path,
  }
  return i18n
}

/** Whole namespaces, and of the others the sections that `*:section` and `namespace:section` name. */
function catalogOf(language: Language, asked: ReadonlySet<string>): Catalog {
  const all = catalogIn(language)
  const askedSections = [...asked].map((name) => name.split(':'))
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, texts]): [string, Texts][] => {
      if (asked.has(name)) return [[name, texts]]
      const parts = askedSections.flatMap(([of, section = '']): [string, string | Texts][] => {
        const part = of === '*' || of === name ? texts[section] : undefined
        return part === undefined ? [] : [[section, part]]
      })
      return parts.length > 0 ? [[name, Object.fromEntries(parts)]] : []
    }),
  )
}

function fileOfPage(language: Language, asked: ReadonlySet<string>): TextsFile {
  const key = [language, ...asked].join(' ')
  let file = files.get(key)
  if (!file) files.set(key, (file = fileOf(language, [...asked].toSorted())))
  return file
}

function fileOf(language: Language, names: readonly string[]): TextsFile {
  const json = JSON.stringify({ language, catalog: catalogOf(language, new Set(names)), loaded: names })
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 10)
  return { path: `/assets/texts/${language}/${hash}/${names.join('+')}.json`, json }
}

// regex-reviewed: one bounded repetition per part, and no part contains its separator
const pathOfFile = /^\/assets\/texts\/([a-z]{2})\/[\w-]{10}\/([\w:*+-]{1,300})\.json$/

/**
 * The file at a path from `sentFile`. Any instance can write it, because the path lists its namespaces.
 * Undefined for a path that no page names. `isCurrent` is false for a page of another version of the
 * application, which gets these translations too.
 */
export function textsFileAt(path: string): (TextsFile & { isCurrent: boolean }) | undefined {
  const [, tag, list = ''] = pathOfFile.exec(path) ?? []
  const language = languages.find((one) => one === tag)
  if (!language) return undefined
  const names = list.split('+')
  const known = catalogIn(language)
  const isKnown = (name: string) => name.startsWith('*:') || Object.hasOwn(known, name.split(':')[0] ?? '')
  if (!names.every(isKnown)) return undefined
  const file = fileOf(language, names)
  return { ...file, isCurrent: file.path === path }
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
