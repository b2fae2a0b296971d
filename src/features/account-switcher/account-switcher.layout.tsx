import type { FeatureLayout } from '@plinth/core/feature'
import { AccountMenu } from './ui/account-menu.tsx'

export const layout: FeatureLayout = { frame: { account: AccountMenu } }
