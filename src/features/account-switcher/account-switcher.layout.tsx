import type { FeatureLayout } from '#/core/feature.ts'
import { AccountMenu } from './ui/account-menu.tsx'

export const layout: FeatureLayout = { frame: { account: AccountMenu } }
