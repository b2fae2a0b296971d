import type { Catalog, Texts } from '#/core/i18n/keys.ts'
import { namespaceOf } from '#/app/registry/locale-path.ts'

// Excludes the translations of mails, which only the server needs.
const files = import.meta.glob<Texts>(
  ['../../../**/locales/*.json', '!../../../core/email/**', '!../../../**/*-mails/**'],
  { import: 'default' },
)
const loaders = Object.entries(files).map(([file, load]) => ({
  language: /(\w\w)\.json$/.exec(file)?.[1],
  namespace: namespaceOf(file),
  isOfFeature: /\/features\/[^/]+\/locales\//.test(file),
  load,
}))

/** Fetches the translations of one namespace, or of one section of all features, as static scripts. */
export async function loadMessages(language: string, name: string): Promise<Catalog> {
  const ofLanguage = loaders.filter((one) => one.language === language)
  if (name.startsWith('*:')) return loadSection(ofLanguage, name.slice(2))
  const found = ofLanguage.find(({ namespace }) => namespace === name)
  if (!found) throw new Error(`No translations for ${language}/${name}`)
  return { [name]: await found.load() }
}

async function loadSection(ofLanguage: typeof loaders, section: string): Promise<Catalog> {
  const all = await Promise.all(
    ofLanguage
      .filter(({ isOfFeature }) => isOfFeature)
      .map(async ({ namespace, load }) => ({ namespace, part: (await load())[section] })),
  )
  return Object.fromEntries(
    all.flatMap(({ namespace, part }): [string, Texts][] =>
      part === undefined ? [] : [[namespace, { [section]: part }]],
    ),
  )
}
