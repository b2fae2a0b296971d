import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { answerOf } from '@plinth/core/auth'
import { type TranslationKey, useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { billingAccess } from '../billing.access.ts'
import { currencies, freePlan, planNamed, type PlanName } from '../offers.ts'
import type { Billing } from './billing-queries.ts'
import { formatMoney } from './format-money.ts'
import { PlanCards, type Choice } from './plan-cards.tsx'
import { useBillingAct } from './use-billing-act.ts'

type ChangePlanProps = { billing: Billing; limits: readonly string[] }

/** The other plans and periods, each with what the change costs before it is made. */
export function ChangePlan({ billing: { plan, subscription }, limits }: ChangePlanProps) {
  const { t, language } = useI18n()
  const { billing } = useTRPC()
  const mayChange = useMay(billingAccess.change)
  const act = useBillingAct()
  const preview = useMutation(billing.previewPlan.mutationOptions())
  const change = useMutation(billing.changePlan.mutationOptions())
  const { ask, dialog } = useConfirm()
  const currency = subscription?.currency ?? currencies[0]
  const [choice, setChoice] = useState<Choice>({ currency, interval: subscription?.interval ?? 'month' })

  async function begin(wanted: PlanName): Promise<void> {
    const input = { plan: wanted, interval: choice.interval }
    const { answer, refused } = await answerOf(preview.mutateAsync(input))
    if (refused) return void showToast('error', t(refused.code as TranslationKey, refused.params))
    const { total } = answer
    const amount = formatMoney(Math.abs(total), currency, language)
    const name = planNamed(wanted)?.name ?? wanted
    ask({
      title: t('billing:change.question', { plan: name }),
      text:
        total > 0
          ? t('billing:change.charged', { amount })
          : total < 0
            ? t('billing:change.credited', { amount })
            : t('billing:change.nothing'),
      confirmLabel: t('billing:change.submit', { plan: name }),
      pendingLabel: t('billing:change.pending'),
      onConfirm: () => act(() => change.mutateAsync(input), t('billing:change.done')),
    })
  }

  return (
    <>
      <PlanCards
        Heading="h3"
        choice={choice}
        currencies={[currency]}
        limits={limits}
        onChoose={setChoice}
        current={plan}
        renderAction={(name) =>
          name === freePlan || !mayChange ? null : name === plan &&
            choice.interval === subscription?.interval ? (
            <p className="text-sm text-muted-foreground">{t('billing:page.current')}</p>
          ) : (
            <Button variant="outline" aria-disabled={preview.isPending} onClick={() => void begin(name)}>
              {t('billing:change.submit', { plan: planNamed(name)?.name ?? name })}
            </Button>
          )
        }
      />
      {dialog}
    </>
  )
}
