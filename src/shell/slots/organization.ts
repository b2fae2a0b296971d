import { asPart } from '#/components/part/part.tsx'
import type { FeatureOrganization } from '@plinth/core/feature'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureOrganization>('../../features/*/*.organization.{ts,tsx}', {
    eager: true,
    import: 'organization',
  }),
)

/** What features add to the page of an organization. */
export const organizationNamespaces = parts.flatMap(({ part }) => part.namespaces)
export const organizationSections = parts
  .flatMap(({ part }) => part.sections)
  .map((section) => ({ ...section, Section: asPart(section.Section) }))
  .toSorted(byOrder)
