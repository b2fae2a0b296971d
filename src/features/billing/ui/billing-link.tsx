import { Link, useRouteContext } from '@tanstack/react-router'
import { SettingsSection } from '#/components/settings-section.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { billingAccess } from '../billing.access.ts'
import { planNamed } from '../offers.ts'

/** The plan of the active workspace and the way to it, for its owners. */
export function BillingLink() {
  const t = useTranslate()
  const plan = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.workspace.plan })
  const isOwner = useMay(billingAccess.overview)
  if (!plan || !isOwner) return null
  return (
    <SettingsSection
      title={t('billing:details.title')}
      text={t('billing:details.text', { plan: planNamed(plan.name)?.name ?? plan.name })}
      action={
        <Link to="/dashboard/billing" className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t('billing:details.open')}
        </Link>
      }
    />
  )
}
