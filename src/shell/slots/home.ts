import { asPart, isAbsent } from '#/components/part/part.tsx'
import { type Viewer, may } from '@plinth/core/access'
import type { FeatureHome } from '@plinth/core/feature'
import { merged } from '@plinth/core/app'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureHome>('../../features/*/*.home.{ts,tsx}', { eager: true, import: 'home' }),
)

const cards = parts
  .flatMap(({ part }) => part.cards ?? [])
  .map((card) => ({ ...card, Card: asPart(card.Card, card.column === 'title' ? isAbsent : undefined) }))
  .toSorted(byOrder)

/** The cards that this user may see, on the home page of the dashboard. Loaded with that page only. */
export const homeCardsOf = (viewer: Viewer) =>
  cards.filter(({ rule }) => rule === undefined || may(viewer.actor, rule))
export const homeNamespaces = parts.flatMap(({ part }) => part.namespaces ?? [])
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
