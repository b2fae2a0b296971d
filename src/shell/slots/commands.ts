import type { FeatureCommands } from '@plinth/core/feature'
import { byOrder, partsOf } from './parts.ts'

/** What features bring to the palette. Loaded when it is first opened. */
export const featureCommands: readonly FeatureCommands[] = partsOf(
  import.meta.glob<FeatureCommands>('../../features/*/*.commands.{ts,tsx}', {
    eager: true,
    import: 'commands',
  }),
)
  .map(({ part }) => part)
  .toSorted(byOrder)
