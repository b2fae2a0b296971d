import type { FeatureHome } from '#/core/feature.ts'
import { merged } from './merged.ts'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureHome>('../../features/*/*.home.{ts,tsx}', { eager: true, import: 'home' }),
)

/** What all features bring to the home page of the dashboard. Loaded with that page only. */
export const homeCards = parts.flatMap(({ part }) => part.cards ?? []).toSorted(byOrder)
export const homeNamespaces = parts.flatMap(({ part }) => part.namespaces ?? [])
export const homeActions = parts.flatMap(({ name, part: { Action } }) => (Action ? [{ name, Action }] : []))
export const homeSteps = merged(
  'the step',
  parts.map(({ name, part }) => ({ name, entries: part.steps })),
)
export const homeActivity = merged(
  'the activity',
  parts.map(({ name, part }) => ({ name, entries: part.activity })),
)
export const homeTargets = merged(
  'the activity target',
  parts.map(({ name, part }) => ({ name, entries: part.targets })),
)
