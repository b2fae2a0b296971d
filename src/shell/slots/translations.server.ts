import { type Language, type WrittenCatalog, type WrittenTexts, languages } from '@plinth/core/texts'
import { namespaceOf } from '@plinth/core/app'
import { ownTexts } from '@plinth/core/internal/i18n/own-texts.server.ts'

const files = import.meta.glob<WrittenTexts>('../../**/locales/*.json', { eager: true, import: 'default' })

/** Every translation of every language, for the server. */
export const catalogs = Object.fromEntries(
  languages.map((language) => [language, catalogOf(language)]),
) as Record<Language, WrittenCatalog>

function catalogOf(language: Language): WrittenCatalog {
  return Object.fromEntries(
    Object.entries({ ...ownTexts, ...files })
      .filter(([file]) => file.endsWith(`/locales/${language}.json`))
      .map(([file, texts]) => [namespaceOf(file), texts]),
  )
}
