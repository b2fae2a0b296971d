import type { Feature } from '#/feature.ts'
import { lazily } from '#/lib/lazily.ts'
import { accessRules } from './access.ts'
import { uniquelyNamed } from './merged.ts'

let installed: readonly Feature[] | undefined

/**
 * Tells the server the browser halves of the installed features, whose access rules it checks. Throws if two
 * have the same name.
 */
export function provideFeatures(features: Readonly<Record<string, Feature>>): void {
  installed = uniquelyNamed(Object.values(features))
}

/** The access rules of what is installed. Throws before `provideFeatures`. */
export const installedAccess = lazily(() => {
  if (!installed) throw new Error('provideFeatures was not called')
  return accessRules(installed)
})
