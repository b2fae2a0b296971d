// The places that install a feature, each with the edits that add and remove it.
import type { Language } from '#/core/i18n/languages.ts'
import type { FeatureNames } from './feature-names.ts'
import { after, inLines, type TwoWay } from './text-edits.ts'

export type Titles = Record<Language, string>

type Place = TwoWay & { file: string }

export const REVIEWED_TEXTS = 'scripts/same-in-all-languages.json'

/** Returns the two lists of installed features, which get one line each. */
export function placesOf({ plural: { kebab, camel } }: FeatureNames): Place[] {
  const line = (half: string) => `export { ${camel}Feature } from '#/features/${kebab}/${half}'`
  return ['feature.ts', 'feature.server.ts'].map((half) => ({
    file: `src/app/${half.replace('feature', 'features')}`,
    ...inLines(line(half)),
  }))
}

/**
 * The list of texts that may be the same in all languages: adds the slice's untranslated titles, removes all
 * its texts.
 */
export function excuseTexts(names: FeatureNames, untranslated: readonly Language[]): Place {
  const { kebab } = names.plural
  const entry = (key: string) =>
    JSON.stringify({
      key,
      languages: untranslated,
      reason: 'Not translated yet: the name that new:feature was given.',
    })
  return {
    file: REVIEWED_TEXTS,
    add: (text) =>
      untranslated.length === 0
        ? text
        : after(text, /"keys": \[/, `${entry(`${kebab}:shell.nav`)}, ${entry(`${kebab}:list.title`)}, `),
    remove: (text) =>
      withoutLastComma(
        text.replaceAll(new RegExp(`\\{[^{}]*"key": "${kebab}:[^"]*"[^{}]*\\},?\\s*`, 'g'), ''),
      ),
  }
}

const withoutLastComma = (json: string) => json.replaceAll(/,(\s*)\]/g, '$1]')
