import { rememberLanguage } from './language-stores.ts'
import type { Language } from './languages.ts'
import type { Catalog, Texts, TextsFile, Translate, TranslationKey, TranslationParams } from './keys.ts'
import { createMessageLoader } from './message-loader.ts'
import { readText, withWait } from './read-text.ts'

export type I18nSnapshot = { language: Language; catalog: Catalog }

/** The files of translations that a page was rendered with. `version` names the build that wrote them. */
export type SentTexts = { language: Language; version: string; names: readonly string[] }

/** The path of a file of translations, such as `/assets/texts/de/posts-1a2b3c4d.json`. */
export function textsPath({ language, version }: Omit<SentTexts, 'names'>, name: string): string {
  return `/assets/texts/${language}/${name.replace('*', 'all').replace(':', '.')}-${version}.json`
}

/** The translations of one visitor: one instance per request on the server, one per page in the browser. */
export type I18n = {
  readonly language: Language
  readonly t: Translate
  /** Loads files of translations. A route loads those of its page in `beforeLoad`. */
  load(names: readonly TextsFile[]): Promise<void>
  /**
   * Switches the language without a reload and stores the choice in the cookie and in local storage. Rejects
   * and changes nothing when the translations can't be fetched. The last of several parallel changes wins;
   * earlier ones resolve without effect.
   */
  changeLanguage(language: Language): Promise<void>
  /** Subscribes to changes of the language. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** The current translations; a new object after every change of the language. */
  snapshot(): I18nSnapshot
  /** The snapshot the server rendered with: parts of the page may hydrate after the language has changed. */
  sentSnapshot(): I18nSnapshot
  /** This I18n with the language and translations of a snapshot. */
  at(snapshot: I18nSnapshot): I18n
  /** The files with the translations of the page, which the browser fetches before it hydrates it. */
  sent(): SentTexts
}

/** The browser's I18n. `fetchFile` gets the file at a path of `textsPath`, and rejects if it can't. */
export function createBrowserI18n(fetchFile: (path: string) => Promise<Catalog>): I18n & {
  /** Starts from the files of the page. Rejects if one can't be fetched. */
  restore(given: SentTexts): Promise<void>
  /** Takes over the texts of a saved file, in development. */
  update(language: Language, namespace: string, texts: Texts): void
} {
  const messages = createMessageLoader((language, name) => fetchFile(textsPath({ ...sent, language }, name)))
  let state: I18nSnapshot = { language: 'en', catalog: {} }
  let sentState = state
  let sent: SentTexts = { language: 'en', version: '', names: [] }
  let changes = 0
  // The names that are loaded in the current language.
  const loaded = new Set<string>()
  const listeners = new Set<() => void>()

  /** Fetches the loaded names in another language, including those requested while it runs. */
  async function loadLanguage(language: Language): Promise<void> {
    let count: number
    do {
      count = loaded.size
      await messages.load(language, [...loaded])
    } while (count !== loaded.size)
  }

  const i18n: ReturnType<typeof createBrowserI18n> = {
    get language() {
      return state.language
    },
    t: (key, params) => translateWith(state, key, params),
    async load(names) {
      const missing = names.filter((name) => !loaded.has(name))
      if (missing.length === 0) return
      let language: Language
      do {
        language = state.language
        await messages.load(language, missing)
      } while (language !== state.language)
      for (const name of missing) loaded.add(name)
    },
    async changeLanguage(language) {
      const change = ++changes
      try {
        await loadLanguage(language)
      } catch (error) {
        if (change !== changes) return
        throw error
      }
      if (change !== changes) return
      state = { language, catalog: messages.catalogOf(language) }
      rememberLanguage(language)
      document.documentElement.lang = language
      console.info(`Language changed to ${language}`)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => state,
    sentSnapshot: () => sentState,
    at: (snapshot) =>
      snapshot === state
        ? i18n
        : {
            ...i18n,
            language: snapshot.language,
            t: (key, params) => translateWith(snapshot, key, params),
          },
    sent: () => sent,
    async restore(given) {
      sent = given
      const { language, names } = given
      await messages.load(language, names)
      state = sentState = { language, catalog: messages.catalogOf(language) }
      for (const name of names) loaded.add(name)
    },
    update(language, namespace, texts) {
      const catalog = messages.catalogOf(language)
      if (!(namespace in catalog)) return
      catalog[namespace] = { ...catalog[namespace], ...texts }
      state = { ...state }
      for (const listener of listeners) listener()
    },
  }
  return i18n
}

function translateWith(snapshot: I18nSnapshot, key: TranslationKey, params: TranslationParams = {}): string {
  return translated(readText(snapshot, key, withWait(snapshot.language, params)), key)
}

/** A missing translation is a bug: it logs an error, which fails tests, and shows the key. */
export function translated(text: string | undefined, key: TranslationKey): string {
  if (text !== undefined) return text
  console.error(`Missing text: ${key}`)
  return key
}
