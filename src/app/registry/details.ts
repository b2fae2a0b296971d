import { asPart } from '#/components/part/part.tsx'
import type { AdministrationParts, FeatureDetails } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureDetails>('../../features/*/*.details.{ts,tsx}', {
    eager: true,
    import: 'details',
  }),
)

/** What features add to the administration. */
export const detailsNamespaces = parts.flatMap(({ part }) => part.namespaces)
export const administrationParts: AdministrationParts = {
  sections: parts
    .flatMap(({ part }) => part.ofUser ?? [])
    .map((section) => ({ ...section, Section: asPart(section.Section) }))
    .toSorted(byOrder),
  facts: parts.flatMap(({ part }) => part.userFacts ?? []).toSorted(byOrder),
  figures: parts.flatMap(({ part }) => part.figures ?? []).toSorted(byOrder),
  AuditTrail: theOnly(
    'the audit entries of a user',
    parts.map(({ name, part: { AuditTrail } }) => ({ name, part: AuditTrail && asPart(AuditTrail) })),
  ),
}
