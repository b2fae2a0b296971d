import type { FeatureLayout } from '#/core/feature.ts'
import { PageTabs } from './ui/page-tabs.tsx'

export const layout: FeatureLayout = { bar: { path: '/dashboard/chat', Bar: PageTabs } }
