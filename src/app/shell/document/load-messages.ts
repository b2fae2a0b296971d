import { withoutGaps, type WrittenTexts } from '#/core/i18n/fill-gaps.ts'
import type { Catalog, Texts } from '#/core/i18n/keys.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { namespaceOf } from '#/app/registry/locale-path.ts'

// Excludes the translations of mails, which only the server needs.
const files = import.meta.glob<WrittenTexts>(
  ['../../../**/locales/*.json', '!../../../core/email/**', '!../../../**/*-mails/**'],
  { import: 'default' },
)
const loaders = Object.entries(files).map(([file, load]) => ({
  language: /(\w\w)\.json$/.exec(file)?.[1],
  namespace: namespaceOf(file),
  isOfFeature: /\/features\/[^/]+\/locales\//.test(file),
  load,
}))

/** Fetches the translations of one namespace, or sections of them (see `Loadable`), as static scripts. */
export async function loadMessages(language: string, name: string): Promise<Catalog> {
  const [wanted, section] = name.split(':')
  const found = loaders.filter(
    (one) => one.language === language && (wanted === '*' ? one.isOfFeature : one.namespace === wanted),
  )
  if (found.length === 0) throw new Error(`No translations for ${language}/${name}`)
  const all = await Promise.all(
    found.map(async ({ namespace, load }) => ({
      namespace,
      texts: await withoutGaps(await load(), () => loadEnglish(namespace)),
    })),
  )
  return Object.fromEntries(
    all.flatMap(({ namespace, texts }): [string, Texts][] => {
      if (section === undefined) return [[namespace, texts]]
      const part = texts[section]
      return part === undefined ? [] : [[namespace, { [section]: part }]]
    }),
  )
}

async function loadEnglish(namespace: string): Promise<WrittenTexts> {
  const english = loaders.find((one) => one.language === defaultLanguage && one.namespace === namespace)
  return (await english?.load()) ?? {}
}
