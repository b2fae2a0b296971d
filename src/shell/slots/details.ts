import { asPart } from '#/components/part/part.tsx'
import type { FeatureDetails, UserDetail } from '@plinth/core/feature'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureDetails>('../../features/*/*.details.{ts,tsx}', {
    eager: true,
    import: 'details',
  }),
)

/** What features add to the details of a user. */
export const detailsNamespaces = parts.flatMap(({ part }) => part.namespaces)
export const userDetails: readonly UserDetail[] = parts
  .flatMap(({ part }) => part.ofUser)
  .map((detail) => (detail.Section ? { ...detail, Section: asPart(detail.Section) } : detail))
  .toSorted(byOrder)
