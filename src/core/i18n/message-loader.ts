import type { Catalog, Texts } from './keys.ts'
import type { Language } from './languages.ts'

/** Fetches the translations of one namespace in one language. */
export type FetchMessages = (language: Language, namespace: string) => Promise<Texts>

const RETRIES = 5
const FIRST_WAIT_MS = 350
const PARALLEL_MAX = 10

/**
 * The translations loaded in the browser, by language. `load` fetches each namespace once, with 5 retries
 * (after 350 ms, then doubling) and at most 10 parallel fetches (spec §9). It rejects when a namespace is
 * still missing; a later call tries again.
 */
export function createMessageLoader(fetchMessages: FetchMessages) {
  const catalogs = new Map<Language, Catalog>()
  const loads = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let running = 0

  const catalogOf = (language: Language): Catalog => {
    let catalog = catalogs.get(language)
    if (!catalog) catalogs.set(language, (catalog = {}))
    return catalog
  }

  async function fetchOne(language: Language, namespace: string): Promise<Texts> {
    if (running >= PARALLEL_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await fetchMessages(language, namespace)
    } finally {
      running--
      waiting.shift()?.()
    }
  }

  async function loadOne(language: Language, namespace: string): Promise<void> {
    for (let retry = 0; ; retry++) {
      try {
        catalogOf(language)[namespace] = await fetchOne(language, namespace)
        return
      } catch (error) {
        if (retry === RETRIES)
          throw new Error(`Texts did not load: ${language}/${namespace}`, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** retry))
      }
    }
  }

  return {
    catalogOf,
    async load(language: Language, namespaces: readonly string[]): Promise<void> {
      const missing = namespaces.filter((name) => !Object.hasOwn(catalogOf(language), name))
      await Promise.all(
        missing.map((name) => {
          const key = `${language}/${name}`
          let load = loads.get(key)
          if (!load) loads.set(key, (load = loadOne(language, name).finally(() => loads.delete(key))))
          return load
        }),
      )
    },
  }
}
