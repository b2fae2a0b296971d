import type { FeatureWorkspace } from '#/core/feature.ts'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureWorkspace>('../../features/*/*.workspace.{ts,tsx}', {
    eager: true,
    import: 'workspace',
  }),
)

/** The sections that features bring to the page of an organization. */
export const workspaceSections = parts.flatMap(({ part }) => part.sections).toSorted(byOrder)
export const workspaceNamespaces = parts.flatMap(({ part }) => part.namespaces)
