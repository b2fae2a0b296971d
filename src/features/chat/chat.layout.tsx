import type { FeatureLayout } from '@plinth/core/feature.ts'
import { PageTabs } from './ui/page-tabs.tsx'

export const layout: FeatureLayout = { frame: { tabs: { path: '/dashboard/chat', Tabs: PageTabs } } }
