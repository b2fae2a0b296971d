import type { FeatureDetails } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureDetails>('../../features/*/*.details.{ts,tsx}', {
    eager: true,
    import: 'details',
  }),
)

/** What features add to the details of an organization and of a user. */
export const detailsNamespaces = parts.flatMap(({ part }) => part.namespaces)
export const organizationSections = parts.flatMap(({ part }) => part.ofOrganization ?? []).toSorted(byOrder)
/** Undefined if no feature brings it: the administration shows no audit entries. */
export const auditTrail = theOnly(
  'the audit entries of a user',
  parts.map(({ name, part }) => ({ name, part: part.AuditTrail })),
)
