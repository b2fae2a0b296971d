import type { FeatureLayout } from '#/core/feature.ts'
import { PageTabs } from './ui/page-tabs.tsx'

export const layout: FeatureLayout = { frame: { tabs: { path: '/dashboard/chat', Tabs: PageTabs } } }
