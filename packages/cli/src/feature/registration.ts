// The places that install a feature, each with the edits that add and remove it.
import type { FeatureNames } from './feature-names.ts'
import { inLines, type TwoWay } from './text-edits.ts'

type Place = TwoWay & { file: string }

/** Returns the two lists of installed features, which get one line each. */
export function placesOf({ plural: { kebab, camel } }: FeatureNames): Place[] {
  const line = (half: string) => `export { ${camel}Feature } from '#/features/${kebab}/${half}'`
  return ['feature.ts', 'feature.server.ts'].map((half) => ({
    file: `src/${half.replace('feature', 'app')}`,
    ...inLines(line(half)),
  }))
}
