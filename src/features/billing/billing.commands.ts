import { useNavigate } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { may } from '@plinth/core/access'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { billingAccess, billingAdminAccess } from './billing.access.ts'

/** The ways to pages that are not in the navigation, because they exist with the provider's keys only. */
export const commands: FeatureCommands = {
  heading: 'app:nav.workspace',
  order: 210,
  useCommands({ viewer: { actor } }) {
    const t = useTranslate()
    const navigate = useNavigate()
    if (!actor.workspace.plan) return []
    const own = {
      id: 'billing',
      Icon: CreditCard,
      text: t('billing:shell.nav'),
      run: () => navigate({ to: '/dashboard/billing' }),
    }
    const all = {
      id: 'billing.admin',
      Icon: CreditCard,
      text: t('billing:shell.admin'),
      run: () => navigate({ to: '/dashboard/admin/billing' }),
    }
    return [
      ...(may(actor, billingAccess.overview) ? [own] : []),
      ...(may(actor, billingAdminAccess.workspaces) ? [all] : []),
    ]
  },
}
