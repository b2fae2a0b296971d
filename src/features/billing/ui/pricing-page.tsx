import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { currencies, planNamed } from '../offers.ts'
import { PlanCards, type Choice } from './plan-cards.tsx'

/** What the plans cost, for everybody. */
export function PricingPage({ signedIn, limits }: { signedIn: boolean; limits: readonly string[] }) {
  const t = useTranslate()
  const [choice, setChoice] = useState<Choice>({ currency: currencies[0], interval: 'month' })
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-8 px-4 py-10 sm:px-6 sm:py-16">
      <div className="grid gap-3">
        <h1 className="text-3xl font-semibold tracking-[-0.025em] sm:text-4xl">
          {t('billing:pricing.title')}
        </h1>
        <p className="max-w-[60ch] text-lg text-muted-foreground">{t('billing:pricing.intro')}</p>
      </div>
      <PlanCards
        Heading="h2"
        limits={limits}
        choice={choice}
        onChoose={setChoice}
        renderAction={(plan) =>
          signedIn ? (
            <Link
              to="/dashboard/billing"
              search={choice}
              className={buttonVariants({ variant: planNamed(plan)?.prices ? 'default' : 'outline' })}
            >
              {t('billing:pricing.toBilling')}
            </Link>
          ) : (
            <Link
              to="/register"
              className={buttonVariants({ variant: planNamed(plan)?.prices ? 'default' : 'outline' })}
            >
              {t('billing:pricing.start')}
            </Link>
          )
        }
      />
    </div>
  )
}
