import { rememberLanguage } from './language-stores.ts'
import type { Language } from './languages.ts'
import type { Catalog, Loadable, Texts, Translate, TranslationKey, TranslationParams } from './keys.ts'
import { createMessageLoader, type FetchMessages } from './message-loader.ts'
import { readText, withWait } from './read-text.ts'

export type I18nSnapshot = { language: Language; catalog: Catalog }

/** The translations of one visitor: one instance per request on the server, one per page in the browser. */
export type I18n = {
  readonly language: Language
  readonly t: Translate
  /** Loads namespaces or sections of them. A route loads those of its page in `beforeLoad`. */
  load(names: readonly Loadable[]): Promise<void>
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
  /** The path of the file with the snapshot, which the browser fetches before it hydrates the page. */
  sentFile(): string
}

/** The browser's I18n: starts from the server's snapshot and fetches further namespaces. */
export function createBrowserI18n(fetchMessages: FetchMessages): I18n & {
  /** Starts from the content of the page's file, whose path is `path`. */
  restore(path: string, content: string): void
  /** Takes over the texts of a saved file, in development. */
  update(language: Language, namespace: string, texts: Texts): void
} {
  const messages = createMessageLoader(fetchMessages)
  let state: I18nSnapshot = { language: 'en', catalog: {} }
  let sentState = state
  let sentFile = ''
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
    sentFile: () => sentFile,
    restore(path, content) {
      const { language, catalog, loaded: names } = JSON.parse(content) as I18nSnapshot & { loaded: string[] }
      sentFile = path
      state = sentState = { language, catalog: messages.restore(language, { catalog, names }) }
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
