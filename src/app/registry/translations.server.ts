import { languages, type Language } from '#/core/i18n/languages.ts'
import type { Catalog, Texts } from '#/core/i18n/keys.ts'
import { namespaceOf } from './locale-path.ts'

const files = import.meta.glob<Texts>(['../../**/locales/*.json'], { eager: true, import: 'default' })

/** Every translation of every language, for the server. */
export const catalogs = Object.fromEntries(
  languages.map((language) => [language, catalogOf(language)]),
) as Record<Language, Catalog>

function catalogOf(language: Language): Catalog {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([file]) => file.endsWith(`/locales/${language}.json`))
      .map(([file, texts]) => [namespaceOf(file), texts]),
  )
}
