import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Page } from '#/components/page.tsx'
import { SettingsCard, SettingsGroup } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { billingAccess } from '../billing.access.ts'
import type { BillingSearch } from '../billing-search.ts'
import { currencies, freePlan, type PlanName } from '../offers.ts'
import { billingOverview } from './billing-queries.ts'
import { ChangePlan } from './change-plan.tsx'
import { Invoices } from './invoices.tsx'
import { PlanCards, type Choice } from './plan-cards.tsx'
import { PlanSection } from './plan-section.tsx'
import { useBillingAct, useLeaveToProvider } from './use-billing-act.ts'

type BillingPageProps = { search: BillingSearch; limits: readonly string[] }

/** The plan of the active workspace, and the plans that it can choose from. */
export function BillingPage({ search, limits }: BillingPageProps) {
  const t = useTranslate()
  const { data } = useSuspenseQuery(billingOverview(useTRPC()))
  useReturn(search.paid === '1')
  return (
    <Page title={t('billing:shell.nav')} intro={t('billing:page.intro')} action={<Refresh />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <SettingsCard>
          <PlanSection billing={data} />
        </SettingsCard>
        {data.subscription || data.plan !== freePlan ? null : (
          <SettingsGroup title={t('billing:page.choose')} text={t('billing:page.chooseText')}>
            <Plans search={search} limits={limits} current={data.plan} />
          </SettingsGroup>
        )}
        {data.subscription?.endsAt === null ? (
          <SettingsGroup title={t('billing:change.title')} text={t('billing:change.text')}>
            <ChangePlan billing={data} limits={limits} />
          </SettingsGroup>
        ) : null}
        {data.invoices.length === 0 ? null : (
          <SettingsGroup title={t('billing:invoices.title')}>
            <Invoices invoices={data.invoices} />
          </SettingsGroup>
        )}
      </div>
    </Page>
  )
}

/** Reads the provider when its page leads back here: its event may still be on the way. */
function useReturn(isPaid: boolean): void {
  const t = useTranslate()
  const act = useBillingAct()
  const { mutateAsync } = useMutation(useTRPC().billing.refresh.mutationOptions())
  const isDone = useRef(false)
  useEffect(() => {
    if (!isPaid || isDone.current) return
    isDone.current = true
    void act(() => mutateAsync(), t('billing:page.paid'))
  })
}

function Refresh() {
  const t = useTranslate()
  const act = useBillingAct()
  const { mutateAsync, isPending } = useMutation(useTRPC().billing.refresh.mutationOptions())
  const { data } = useSuspenseQuery(billingOverview(useTRPC()))
  if (!data.hasCustomer) return null
  return (
    <Button
      variant="outline"
      aria-disabled={isPending}
      onClick={() => void act(() => mutateAsync(), t('billing:page.refreshed'))}
    >
      {isPending ? t('billing:page.refreshing') : t('billing:page.refresh')}
    </Button>
  )
}

function Plans({ search, limits, current }: BillingPageProps & { current: string }) {
  const t = useTranslate()
  const mayChange = useMay(billingAccess.change)
  const { leave, pending } = useLeaveToProvider()
  const { mutateAsync } = useMutation(useTRPC().billing.checkout.mutationOptions())
  const [choice, setChoice] = useState<Choice>({
    currency: search.currency ?? currencies[0],
    interval: search.interval ?? 'month',
  })
  const buy = (plan: PlanName) => leave(plan, () => mutateAsync({ plan, ...choice }))
  return (
    <PlanCards
      Heading="h3"
      limits={limits}
      choice={choice}
      onChoose={setChoice}
      current={current}
      renderAction={(plan) =>
        plan === freePlan ? (
          <p className="text-sm text-muted-foreground">{t('billing:page.current')}</p>
        ) : mayChange ? (
          <Button aria-disabled={pending !== undefined} onClick={() => void buy(plan)}>
            {pending === plan ? t('billing:page.leaving') : t('billing:page.buy')}
          </Button>
        ) : null
      }
    />
  )
}
