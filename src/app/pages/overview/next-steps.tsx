import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight, Circle, CircleCheck } from 'lucide-react'
import { buttonVariants, Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { RouterOutput } from '#/core/trpc/react.tsx'
import { useNewOrganization } from '#/features/organizations/index.ts'

type Step = RouterOutput['overview']['read']['steps'][number]

/** Where a step is done. Verifying an address happens in the mail, which the banner can send again. */
const places = {
  firstPost: { to: '/dashboard/posts', search: { compose: true } },
  firstTodo: { to: '/dashboard/tanstack-db-example' },
  invite: { to: '/dashboard/workspace' },
} as const satisfies Partial<Record<Step['name'], LinkProps>>

/** The first steps of a new user. The section disappears when all are done. */
export function NextSteps({ steps }: { steps: Step[] }) {
  const t = useTranslate()
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="next-steps" className="grid gap-2 rounded-xl border border-border bg-card p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="next-steps" className="text-xl font-semibold">
          {t('overview:steps.title')}
        </h2>
        <p className="text-sm text-muted-foreground tabular-nums">
          {t('overview:steps.done', { done, all: steps.length })}
        </p>
      </div>
      <ol className="grid">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
    </section>
  )
}

function StepLine({ step: { name, isDone } }: { step: Step }) {
  const t = useTranslate()
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex min-h-11 gap-2.5 border-t border-border py-3 first:border-t-0 sm:items-center sm:py-1.5">
      <Icon
        className={`size-5 shrink-0 ${isDone ? 'text-success-text' : 'text-muted-foreground'}`}
        aria-hidden="true"
      />
      <div className="flex min-w-0 flex-1 gap-x-4 gap-y-2 max-sm:flex-col max-sm:items-start sm:items-center sm:justify-between">
        <span>
          <span className={isDone ? 'text-muted-foreground line-through' : ''}>
            {t(`overview:steps.${name}`)}
          </span>
          <span className="sr-only">{t(isDone ? 'overview:steps.isDone' : 'overview:steps.isOpen')}</span>
        </span>
        {isDone || name === 'verifyEmail' ? null : <StepAction name={name} />}
      </div>
    </li>
  )
}

function StepAction({ name }: { name: Exclude<Step['name'], 'verifyEmail'> }) {
  const t = useTranslate()
  const newOrganization = useNewOrganization()
  const label = t(`overview:steps.${name}Do`)
  if (name === 'organization')
    return (
      <Button variant="outline" size="sm" onClick={newOrganization}>
        {label}
      </Button>
    )
  return (
    <Link {...places[name]} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
      {label}
      <ArrowRight className="size-4" aria-hidden="true" />
    </Link>
  )
}
