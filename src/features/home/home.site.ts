import type { FeatureSite } from '#/core/feature.ts'
import { SiteActions, SiteNavigation } from './site-navigation.tsx'

export const site: FeatureSite = { Navigation: SiteNavigation, Actions: SiteActions }
