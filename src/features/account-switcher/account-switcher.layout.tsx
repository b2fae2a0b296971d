import type { FeatureLayout } from '@plinth/core/feature.ts'
import { AccountMenu } from './ui/account-menu.tsx'

export const layout: FeatureLayout = { frame: { account: AccountMenu } }
