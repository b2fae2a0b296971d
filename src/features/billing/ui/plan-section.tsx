import { useMutation } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { formatDay } from '@plinth/core/format'
import { useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { billingAccess } from '../billing.access.ts'
import { planNamed } from '../offers.ts'
import type { Billing } from './billing-queries.ts'
import { formatMoney } from './format-money.ts'
import { StatusBadge } from './status-badge.tsx'
import { useBillingAct, useLeaveToProvider } from './use-billing-act.ts'

/** The plan that the workspace has, what it costs next, and what its owner can do about it. */
export function PlanSection({ billing }: { billing: Billing }) {
  const { plan, subscription } = billing
  return (
    <SettingsSection
      title={planNamed(plan)?.name ?? plan}
      badge={subscription ? <StatusBadge status={subscription.status} /> : undefined}
      text={<Facts billing={billing} />}
      action={<Actions billing={billing} />}
    />
  )
}

function Facts({ billing }: { billing: Billing }) {
  const { t, language } = useI18n()
  const { subscription, next, grantedUntil, members, plan } = billing
  const { amount, currency, interval, seats } = subscription ?? {}
  const { isPerSeat, limits } = planNamed(plan) ?? {}
  const max = limits?.members
  const money = amount && currency ? formatMoney(amount, currency, language) : undefined
  const lines = [
    money && interval
      ? isPerSeat
        ? t(`billing:price.${interval}Each`, { amount: money, count: seats ?? 1 })
        : t(`billing:price.${interval}`, { amount: money })
      : undefined,
    grantedUntil ? t('billing:plan.granted', { day: formatDay(grantedUntil, language) }) : undefined,
    subscription?.trialEnd && !subscription.endsAt
      ? t('billing:plan.trialEnds', { day: formatDay(subscription.trialEnd, language) })
      : undefined,
    subscription?.endsAt
      ? t('billing:plan.ends', { day: formatDay(subscription.endsAt, language) })
      : undefined,
    next
      ? t('billing:plan.next', {
          day: formatDay(next.at, language),
          amount: formatMoney(next.total, next.currency, language),
        })
      : undefined,
    max !== undefined && members > max ? t('billing:plan.tooMany', { members, max }) : undefined,
  ].flatMap((line) => line ?? [])
  if (lines.length === 0) return t('billing:plan.free')
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

function Actions({ billing: { subscription, hasCustomer } }: { billing: Billing }) {
  const { t, language } = useI18n()
  const { billing } = useTRPC()
  const mayChange = useMay(billingAccess.change)
  const act = useBillingAct()
  const { leave, pending } = useLeaveToProvider()
  const portal = useMutation(billing.portal.mutationOptions())
  const setEnding = useMutation(billing.setEnding.mutationOptions())
  const { ask, dialog } = useConfirm()
  if (!mayChange || !hasCustomer) return null
  const until = subscription?.periodEnd ?? subscription?.trialEnd
  const cancel = () =>
    ask({
      title: t('billing:cancel.title'),
      text: t('billing:cancel.text', { day: until ? formatDay(until, language) : '' }),
      confirmLabel: t('billing:cancel.submit'),
      pendingLabel: t('billing:cancel.pending'),
      onConfirm: () => act(() => setEnding.mutateAsync({ ends: true }), t('billing:cancel.done')),
    })
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
      <Button
        variant="outline"
        size="sm"
        aria-disabled={pending !== undefined}
        onClick={() => void leave('portal', () => portal.mutateAsync())}
      >
        {pending ? t('billing:page.leaving') : t('billing:plan.portal')}
      </Button>
      {subscription?.endsAt ? (
        <Button
          size="sm"
          aria-disabled={setEnding.isPending}
          onClick={() => void act(() => setEnding.mutateAsync({ ends: false }), t('billing:resume.done'))}
        >
          {t('billing:resume.submit')}
        </Button>
      ) : null}
      {subscription && !subscription.endsAt ? (
        <Button variant="outline" size="sm" onClick={cancel}>
          {t('billing:cancel.open')}
        </Button>
      ) : null}
      {dialog}
    </div>
  )
}
