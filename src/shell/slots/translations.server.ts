import { languages } from '#/languages.ts'
import type { Language, WrittenCatalog, WrittenTexts } from '@plinth/core/texts'
import { namespaceOf } from '@plinth/core/app'
import { ownTexts } from '@plinth/core/internal/i18n/own-texts.server.ts'

const files = import.meta.glob<WrittenTexts>('../../**/locales/*.json', { eager: true, import: 'default' })

/** Every translation of every language, for the server. */
export const catalogs = Object.fromEntries(
  languages.map((language) => [language, catalogOf({ ...ownTexts, ...files }, language)]),
) as Record<Language, WrittenCatalog>

/** The texts of one language. Those in `core-texts`, of core, replace core's own. */
export function catalogOf(all: Readonly<Record<string, WrittenTexts>>, language: string): WrittenCatalog {
  const entries = Object.entries(all).filter(([file]) => file.endsWith(`/locales/${language}.json`))
  const isOwn = ([file]: [string, WrittenTexts]) => file.includes('/core-texts/')
  const ordered = [...entries.filter((entry) => !isOwn(entry)), ...entries.filter(isOwn)]
  return Object.fromEntries(ordered.map(([file, texts]) => [namespaceOf(file), texts]))
}
