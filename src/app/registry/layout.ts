import { asPart, isAbsent } from '#/components/part/part.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { FeatureLayout } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureLayout>('../../features/*/*.layout.{ts,tsx}', { eager: true, import: 'layout' }),
)

/** What features show on every signed-in page. */
export const layoutBanners = parts
  .flatMap(({ part }) => part.banners ?? [])
  .map((banner) => ({ ...banner, preload: banner.Banner.preload, Banner: asPart(banner.Banner, isAbsent) }))
  .toSorted(byOrder)
export const layoutBars = parts.flatMap(({ part: { bar } }) => (bar ? [bar] : []))
export const layoutProviders = parts.flatMap(({ part: { Provider } }) => (Provider ? [Provider] : []))
/** Namespaces of the texts that all signed-in pages show. */
export const layoutNamespaces = parts.flatMap(({ part }) => part.namespaces ?? [])
export const bannersOf = (viewer: Viewer) => layoutBanners.filter(({ isShown }) => isShown(viewer))
/** Undefined if no feature brings it: all users work in their personal workspace. */
export const workspaceSwitch = theOnly(
  'a switch of workspaces',
  parts.map(({ name, part: { workspaces } }) => ({ name, part: workspaces })),
)
/** Undefined if no feature brings it. */
export const accountMenu = theOnly(
  'a menu of the account',
  parts.map(({ name, part: { AccountMenu } }) => ({ name, part: AccountMenu })),
)
