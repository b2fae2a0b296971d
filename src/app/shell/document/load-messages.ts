import type { Texts } from '#/core/i18n/keys.ts'
import { namespaceOf } from '#/app/registry/locale-path.ts'

// Excludes the translations of mails, which only the server needs.
const files = import.meta.glob<Texts>(
  ['../../../**/locales/*.json', '!../../../core/email/**', '!../../../**/*-mails/**'],
  { import: 'default' },
)
const loaders = new Map(
  Object.entries(files).map(([file, load]) => [
    `${/(\w\w)\.json$/.exec(file)?.[1]}/${namespaceOf(file)}`,
    load,
  ]),
)

/** Fetches the translations of one namespace in one language, one static script each. */
export function loadMessages(language: string, namespace: string): Promise<Texts> {
  const load = loaders.get(`${language}/${namespace}`)
  return load ? load() : Promise.reject(new Error(`No translations for ${language}/${namespace}`))
}
