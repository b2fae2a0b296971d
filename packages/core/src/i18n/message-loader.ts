import type { Catalog } from './keys.ts'
import type { Language } from './languages.ts'

/** Fetches a file of translations (see `TextsFile`) in one language. */
export type FetchMessages = (language: Language, name: string) => Promise<Catalog>

const RETRIES = 5
const FIRST_WAIT_MS = 350
const PARALLEL_MAX = 10

/** Calls `get` until it resolves, six times at most (after 350 ms, then doubling). */
async function withRetries<T>(get: () => Promise<T>, what: string): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await get()
    } catch (error) {
      if (retry === RETRIES) throw new Error(`Texts did not load: ${what}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** retry))
    }
  }
}

/**
 * The translations loaded in the browser, by language. `load` fetches each name once, with 5 retries (after
 * 350 ms, then doubling) and at most 10 parallel fetches (spec §9). It rejects when one is still missing; a
 * later call tries again.
 */
export function createMessageLoader(fetchMessages: FetchMessages) {
  const catalogs = new Map<Language, Catalog>()
  const loads = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let running = 0

  const loaded = new Set<string>()

  const catalogOf = (language: Language): Catalog => {
    let catalog = catalogs.get(language)
    if (!catalog) catalogs.set(language, (catalog = {}))
    return catalog
  }

  function add(language: Language, name: string, fetched: Catalog): void {
    const catalog = catalogOf(language)
    for (const [namespace, texts] of Object.entries(fetched))
      catalog[namespace] = { ...catalog[namespace], ...texts }
    loaded.add(`${language}/${name}`)
  }

  async function fetchOne(language: Language, name: string): Promise<Catalog> {
    if (running < PARALLEL_MAX) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await fetchMessages(language, name)
    } finally {
      // The next one takes over the place, which is never free in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const loadOne = async (language: Language, name: string): Promise<void> =>
    add(language, name, await withRetries(() => fetchOne(language, name), `${language}/${name}`))

  return {
    catalogOf,
    async load(language: Language, names: readonly string[]): Promise<void> {
      const missing = names.filter((name) => !loaded.has(`${language}/${name}`))
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
