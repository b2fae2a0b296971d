import type { Feature } from '@plinth/core/feature.ts'
import * as installed from '../features.ts'
import { uniquelyNamed } from './merged.ts'

/** The type of every installed feature, from which the types of slots are derived. */
export type InstalledFeature = (typeof installed)[keyof typeof installed]

/** The browser halves of the installed features. */
export const features: readonly Feature[] = uniquelyNamed(Object.values(installed))
