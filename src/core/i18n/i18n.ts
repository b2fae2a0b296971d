import { rememberLanguage } from './language-stores.ts'
import type { Language } from './languages.ts'
import type { Catalog, Namespace, Translate, TranslationKey } from './keys.ts'
import { createMessageLoader, type FetchMessages } from './message-loader.ts'
import { readText, withWait } from './read-text.ts'

export type I18nSnapshot = { language: Language; catalog: Catalog }

/** The texts of one visitor: one per request on the server, one per page in the browser. */
export type I18n = {
  readonly language: Language
  readonly t: Translate
  /**
   * Resolves when the texts of these namespaces are there. A route names in `beforeLoad` what its page shows.
   */
  load(namespaces: readonly Namespace[]): Promise<void>
  /**
   * Switches the page without a reload and remembers the choice in the cookie and in local storage. Rejects,
   * and leaves everything as it was, when the texts can't be fetched. Of several changes at once the last
   * counts; an earlier one resolves without effect.
   */
  changeLanguage(language: Language): Promise<void>
  /** Calls back after every change of language; answers how to stop. */
  subscribe(listener: () => void): () => void
  /** The texts as they are now; a new one after every change of language. */
  snapshot(): I18nSnapshot
  /**
   * The snapshot as JSON that may stand in a page, for the browser to continue where the server stopped.
   * Empty in the browser.
   */
  sent(): string
}

/**
 * The browser's I18n: starts from the server's snapshot and fetches what else is asked for.
 */
export function createBrowserI18n(fetchMessages: FetchMessages): I18n & { restore(sent: string): void } {
  const messages = createMessageLoader(fetchMessages)
  let state: I18nSnapshot = { language: 'en', catalog: {} }
  let changes = 0
  // Every one of these is there in the page's present language.
  const loaded = new Set<string>()
  const listeners = new Set<() => void>()

  /** Fetches what the page shows in another language; what is asked for meanwhile comes along. */
  async function loadLanguage(language: Language): Promise<void> {
    let count: number
    do {
      count = loaded.size
      await messages.load(language, [...loaded])
    } while (count !== loaded.size)
  }

  return {
    get language() {
      return state.language
    },
    t: (key, params = {}) => translated(readText(state, key, withWait(state.language, params)), key),
    async load(namespaces) {
      const missing = namespaces.filter((name) => !loaded.has(name))
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
    sent: () => '',
    restore(sent) {
      const { language, catalog } = JSON.parse(sent) as I18nSnapshot
      state = { language, catalog: Object.assign(messages.catalogOf(language), catalog) }
      for (const name of Object.keys(catalog)) loaded.add(name)
    },
  }
}

/**
 * A text that is missing is a defect: said on the console (which fails a test), and the key stands in for it.
 */
export function translated(text: string | undefined, key: TranslationKey): string {
  if (text !== undefined) return text
  console.error(`Missing text: ${key}`)
  return key
}
