import type { Texts } from '#/core/i18n/keys.ts'
import { namespaceOf } from '#/app/registry/locale-path.ts'

// Mails are written on the server; their texts would only be dead weight here.
const files = import.meta.glob<Texts>(['../../../**/locales/*.json', '!../../../core/email/**'], {
  import: 'default',
})
const loaders = new Map(
  Object.entries(files).map(([file, load]) => [
    `${/(\w\w)\.json$/.exec(file)?.[1]}/${namespaceOf(file)}`,
    load,
  ]),
)

/**
 * Fetches the texts of one namespace in one language: one static script each. Rejects when there is none or
 * it can't be fetched.
 */
export function loadTexts(language: string, namespace: string): Promise<Texts> {
  const load = loaders.get(`${language}/${namespace}`)
  return load ? load() : Promise.reject(new Error(`No texts for ${language}/${namespace}`))
}
