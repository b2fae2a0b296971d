import type { Feature, Register } from '#/feature.ts'
import { uniquelyNamed } from './merged.ts'

/** The type of every installed feature, from which the types of slots are derived. */
export type InstalledFeature = Register extends { features: infer Features }
  ? Features[keyof Features]
  : Feature

let installed: readonly Feature[] | undefined

/**
 * Tells the server the browser halves of the installed features, whose access rules it checks. Throws if two
 * have the same name.
 */
export function setFeatures(features: Readonly<Record<string, Feature>>): void {
  installed = uniquelyNamed(Object.values(features))
}

/** The browser halves of the installed features. Throws before `setFeatures`. */
export function getFeatures(): readonly Feature[] {
  if (!installed) throw new Error('setFeatures was not called')
  return installed
}
