import { readFeatureList, withNeeded } from '../feature/feature-list.mjs'
import { featureNames } from '../feature/rooms.ts'

/**
 * The features that a release has and the previous one did not, without those that always come and those
 * that the project's own features need now. They come when they are added.
 */
export function offeredBy(release: string, { previous, root }: { previous: string; root: string }): string[] {
  const list = readFeatureList(release)
  const known = new Set(readFeatureList(previous).map(({ name }) => name))
  const always = list.flatMap(({ name, comes }) => (comes === 'always' ? [name] : []))
  const coming = new Set(withNeeded(list, [...always, ...featureNames(root)]))
  return list.flatMap(({ name }) => (known.has(name) || coming.has(name) ? [] : [name]))
}
