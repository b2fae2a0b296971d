import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleCheck } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { RouterOutput } from '@plinth/core/client'
import { homeSteps } from '#/shell/slots/home.ts'

type Step = RouterOutput['overview']['read']['steps'][number]

/** The first steps of a new user: progress and open steps. Hidden when all are done. */
export function NextSteps({ steps }: { steps: Step[] }) {
  const done = steps.filter(({ isDone }) => isDone)
  const open = steps.filter(({ isDone }) => !isDone)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="next-steps" className="rounded-xl border border-border bg-card">
      {done.length > 0 ? (
        <details className="group">
          <summary className="flex h-13 cursor-pointer list-none items-center gap-3 rounded-t-xl border-b border-border px-4 focus-visible:-outline-offset-2 md:px-5 [&::-webkit-details-marker]:hidden">
            <Progress steps={steps} done={done.length} />
            <ChevronDown
              className="size-4 shrink-0 text-muted-foreground transition-[rotate] duration-[120ms] group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <ul className="border-b border-border/60 py-2">
            {done.map(({ name }) => (
              <DoneStep key={name} name={name} />
            ))}
          </ul>
        </details>
      ) : (
        <div className="flex h-13 items-center gap-3 border-b border-border px-4 md:px-5">
          <Progress steps={steps} done={0} />
        </div>
      )}
      <ol>
        {open.map(({ name }) => (
          <OpenStep key={name} name={name} />
        ))}
      </ol>
    </section>
  )
}

function Progress({ steps, done }: { steps: Step[]; done: number }) {
  const t = useTranslate()
  return (
    <>
      <h2 id="next-steps" className="min-w-0 flex-1 truncate text-lg/6 font-semibold">
        {t('overview:steps.title')}
      </h2>
      <span aria-hidden="true" className="flex gap-[3px] forced-color-adjust-none max-[26rem]:hidden">
        {steps.map(({ name }, index) => (
          <span
            key={name}
            className={`h-1.5 w-3 rounded-sm sm:w-5 ${index < done ? 'bg-brand' : 'bg-border'}`}
          />
        ))}
      </span>
      <span className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
        {t('overview:steps.done', { done, all: steps.length })}
      </span>
    </>
  )
}

function DoneStep({ name }: { name: string }) {
  const t = useTranslate()
  const view = homeSteps[name]
  return view ? (
    <li className="flex min-h-9 items-center gap-4 px-4 py-1 text-sm text-muted-foreground md:px-5">
      <span className="grid w-9 shrink-0 place-items-center">
        <CircleCheck className="size-4 text-success-text" aria-hidden="true" />
      </span>
      <span>
        {t(view.title)} <span className="sr-only">{t('overview:steps.isDone')}</span>
      </span>
    </li>
  ) : null
}

function OpenStep({ name }: { name: string }) {
  const t = useTranslate()
  const view = homeSteps[name]
  if (!view) return null
  const { Icon, title, text, action } = view
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-border/60 p-4 not-first:border-t md:px-5">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-brand-muted text-link">
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t(title)}</p>
        <p className="text-sm text-muted-foreground">{t(text)}</p>
      </div>
      {action === undefined ? null : 'link' in action ? (
        <Link {...action.link} className={buttonVariants({ variant: 'outline', className: 'max-sm:w-full' })}>
          {t(action.label)}
        </Link>
      ) : (
        <action.Button />
      )}
    </li>
  )
}
