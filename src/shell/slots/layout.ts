import { asPart, isAbsent } from '#/components/part/part.tsx'
import type { Viewer } from '@plinth/core/access'
import type { FeatureLayout, LayoutFrame } from '@plinth/core/feature'
import { merged } from '@plinth/core/app'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureLayout>('../../features/*/*.layout.{ts,tsx}', { eager: true, import: 'layout' }),
)

/** What features show on every signed-in page. */
export const layoutBanners = parts
  .flatMap(({ part }) => part.banners ?? [])
  .map((banner) => ({ ...banner, preload: banner.Banner.preload, Banner: asPart(banner.Banner, isAbsent) }))
  .toSorted(byOrder)
export const layoutProviders = parts.flatMap(({ part: { Provider } }) => (Provider ? [Provider] : []))
/** Namespaces of the texts that all signed-in pages show. */
export const layoutNamespaces = parts.flatMap(({ part }) => part.namespaces ?? [])
export const bannersOf = (viewer: Viewer) => layoutBanners.filter(({ isShown }) => isShown(viewer))
/** Without a workspace, all users work in their personal one. */
export const frame: LayoutFrame = merged<unknown>(
  'the place of the layout',
  parts.map(({ name, part }) => ({ name, entries: part.frame })),
)
