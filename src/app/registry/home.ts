import type { FeatureHome } from '#/core/feature.ts'
import { features } from './features.ts'
import { merged } from './merged.ts'

const files = import.meta.glob<FeatureHome>('../../features/*/*.home.{ts,tsx}', {
  eager: true,
  import: 'home',
})
const installed = new Set(features.map(({ name }) => name))
const parts = Object.entries(files).flatMap(([file, home]) => {
  const name = file.split('/').at(-2) ?? ''
  return installed.has(name) ? [{ name, home }] : []
})
/** What all features bring to the home page of the dashboard. Loaded with that page only. */
export const homeCards = parts
  .flatMap(({ home }) => home.cards ?? [])
  .toSorted((one, other) => one.order - other.order)
export const homeNamespaces = parts.flatMap(({ home }) => home.namespaces ?? [])
export const homeActions = parts.flatMap(({ name, home: { Action } }) => (Action ? [{ name, Action }] : []))
export const homeSteps = merged(
  'the step',
  parts.map(({ name, home }) => ({ name, entries: home.steps })),
)
export const homeActivity = merged(
  'the activity',
  parts.map(({ name, home }) => ({ name, entries: home.activity })),
)
export const homeTargets = merged(
  'the activity target',
  parts.map(({ name, home }) => ({ name, entries: home.targets })),
)
