import { createInstance, type BackendModule } from 'i18next'
import type { TextEngine } from './i18n.ts'
import { languages, type Language } from './languages.ts'
import type { Texts } from './keys.ts'
import { textSyntax } from './text-syntax.ts'

export type TextLoader = (language: string, namespace: string) => Promise<Texts>

/** What we use of i18next's connector, which its own types leave open. */
type Connector = { load(languages: string[], namespaces: string[], done: () => void): void }

/**
 * i18next in the browser. A failed load is tried again by i18next itself: 5 times, first after 350 ms,
 * doubling, 10 reads at once.
 */
export async function createI18nextEngine(loadTexts: TextLoader, language: Language): Promise<TextEngine> {
  const backend: BackendModule = {
    type: 'backend',
    init() {},
    read(lng, namespace, done) {
      loadTexts(lng, namespace).then(
        (texts) => done(null, texts),
        // `true` asks for another try; an error alone would be final.
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), true),
      )
    },
  }
  const i18n = createInstance()
  await i18n.use(backend).init({
    lng: language,
    supportedLngs: [...languages],
    fallbackLng: false,
    ns: [],
    defaultNS: false,
    partialBundledLanguages: true,
    maxParallelReads: 10,
    backend: {},
    maxRetries: 5,
    retryTimeout: 350,
    ...textSyntax,
  })
  const { backendConnector } = i18n.services as { backendConnector: Connector }
  return {
    load: (lng, namespaces) =>
      new Promise((resolve, reject) => {
        // loadNamespaces would also load every other language seen so far.
        backendConnector.load([lng], [...namespaces], () => {
          // The errors handed over are those of every load under way; what counts is whether these texts are
          // there.
          const missing = namespaces.filter((name) => !i18n.hasResourceBundle(lng, name))
          if (missing.length === 0) resolve()
          else reject(new Error(`Texts did not load: ${missing.map((name) => `${lng}/${name}`).join(', ')}`))
        })
      }),
    read: (lng, key, params) =>
      i18n.exists(key, { ...params, lng }) ? i18n.t(key, { ...params, lng }) : undefined,
    add({ language: lng, catalog }) {
      for (const [namespace, texts] of Object.entries(catalog))
        i18n.addResourceBundle(lng, namespace, texts, true, true)
    },
  }
}
