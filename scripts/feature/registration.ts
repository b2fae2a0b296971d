// The places that install a feature, each with the edits that add and remove it.
import type { Language } from '#/core/i18n/languages.ts'
import type { FeatureNames } from './feature-names.ts'
import { after, inLines, type TwoWay } from './text-edits.ts'

export type Titles = Record<Language, string>

type Place = TwoWay & { file: string }
type Edit = { file: string; edit(text: string): string }

export const REVIEWED_TEXTS = 'scripts/same-in-all-languages.json'

/** Returns the two lists of installed features, which get one line each. */
export function placesOf({ plural: { kebab, camel } }: FeatureNames): Place[] {
  const line = (half: string) => `export { ${camel}Feature } from '#/features/${kebab}/${half}'`
  return ['feature.ts', 'feature.server.ts'].map((half) => ({
    file: `src/app/${half.replace('feature', 'features')}`,
    ...inLines(line(half)),
  }))
}

/** Lists a new feature's titles that are English in these languages among the texts that may be the same. */
export function excuseTitles(namespace: string, untranslated: readonly Language[]): Edit {
  const entry = (key: string) =>
    JSON.stringify({
      key,
      languages: untranslated,
      reason: 'Not translated yet: the name that new:feature was given.',
    })
  const entries = `${entry(`${namespace}:shell.nav`)}, ${entry(`${namespace}:list.title`)}, `
  return {
    file: REVIEWED_TEXTS,
    edit: (text) => (untranslated.length === 0 ? text : after(text, /"keys": \[/, entries)),
  }
}

/** Takes the texts of these namespaces off that list. */
export function forgetTexts(namespaces: readonly string[]): Edit {
  const entry = new RegExp(`\\{[^{}]*"key": "(${namespaces.join('|')}):[^"]*"[^{}]*\\},?\\s*`, 'g')
  return {
    file: REVIEWED_TEXTS,
    edit: (text) =>
      namespaces.length === 0 ? text : text.replaceAll(entry, '').replaceAll(/,(\s*)\]/g, '$1]'),
  }
}
