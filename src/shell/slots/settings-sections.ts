import { asPart } from '#/components/part/part.tsx'
import {
  type FeatureSettings,
  type SettingsProps,
  type SettingsSection,
  settingsGroups,
} from '@plinth/core/feature'
import { settings as own } from '../settings/appearance.ts'
import { keyed, merged } from '@plinth/core/app'
import { byOrder, partsOf } from './parts.ts'

const parts = [
  { name: 'app', part: own },
  ...partsOf(
    import.meta.glob<FeatureSettings>('../../features/*/*.settings.{ts,tsx}', {
      eager: true,
      import: 'settings',
    }),
  ),
]
const sections = Object.values(
  merged(
    'the settings section',
    parts.map(({ name, part }) => ({ name, entries: keyed(part.sections, ({ id }) => id) })),
  ),
)
  .map((section) => ({ ...section, Section: asPart(section.Section) }))
  .toSorted(byOrder)

/** Namespaces of the texts of all sections. */
export const settingsNamespaces = [...new Set(parts.flatMap(({ part }) => part.namespaces))]

/** Returns the groups with the cards and sections that this user sees. */
export function shownGroups(props: SettingsProps) {
  const shown = sections.filter(({ isShown }) => isShown?.(props) ?? true)
  return settingsGroups
    .map((id) => ({ id, cards: cardsOf(shown.filter(({ group }) => group === id)) }))
    .filter(({ cards }) => cards.length > 0)
}

function cardsOf(shown: readonly SettingsSection[]): readonly (readonly SettingsSection[])[] {
  const cards: SettingsSection[][] = []
  for (const section of shown) {
    const last = cards.at(-1)
    if (last && section.card !== undefined && last[0]?.card === section.card) last.push(section)
    else cards.push([section])
  }
  return cards
}
