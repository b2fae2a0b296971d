import type { FeatureLayout } from '@plinth/core/feature'
import { PageTabs } from './ui/page-tabs.tsx'

export const layout: FeatureLayout = { frame: { tabs: { path: '/dashboard/chat', Tabs: PageTabs } } }
