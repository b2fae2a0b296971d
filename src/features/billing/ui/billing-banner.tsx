import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#/components/ui/button.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { planNamed } from '../offers.ts'

const notices = ['trial', 'failed', 'ends'] as const

/** Tells owners what will end their plan. */
export function BillingBanner({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { plan } = viewer.actor.workspace
  const notice = notices.find((one) => one === plan?.notice)
  if (!plan || !notice) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-warning-border bg-warning-muted px-4 py-2 text-warning-text"
    >
      <span className="min-w-60 flex-1">
        {t(`billing:notices.${notice}`, { plan: planNamed(plan.name)?.name ?? plan.name })}
      </span>
      <Link
        to="/dashboard/billing"
        className={buttonVariants({
          variant: 'ghost',
          size: 'sm',
          className: 'text-warning-text hover:bg-warning-border/30 max-sm:-ml-3',
        })}
      >
        {t('billing:notices.open')}
      </Link>
    </div>
  )
}
