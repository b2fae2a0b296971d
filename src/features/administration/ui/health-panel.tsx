import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import type { Stats } from './users-queries.ts'

type Health = Stats['health'][number]

const variants: Record<Health['state'], BadgeVariant> = {
  ok: 'success',
  off: 'secondary',
  warning: 'warning',
  failed: 'destructive',
}

/** The state of the application's dependencies, and of non-empty queues. */
export function HealthPanel({ stats: { health, jobs, asOf } }: { stats: Stats }) {
  const { t, language } = useI18n()
  const busy = jobs.filter(({ waiting, running, failed }) => waiting + running + failed > 0)
  return (
    <section
      aria-labelledby="health"
      className="grid content-start gap-4 rounded-xl border border-border bg-card p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="health" className="text-lg font-semibold">
          {t('administration:health.title')}
        </h2>
        <p className="text-sm text-muted-foreground">
          <TimeAgo at={asOf} language={language} />
        </p>
      </div>
      <ul className="grid gap-2">
        {health.map(({ name, state, detail, at }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span>{t(`administration:health.${name}`)}</span>
            <span className="flex min-w-0 items-center gap-2">
              {detail ? (
                <span className="min-w-0 truncate text-sm text-muted-foreground">{detail}</span>
              ) : null}
              {at ? (
                <span className="text-sm text-muted-foreground">
                  <TimeAgo at={at} language={language} />
                </span>
              ) : null}
              <Badge variant={variants[state]}>{t(`administration:health.state.${state}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {busy.length > 0 ? (
        <ul
          aria-label={t('administration:figures.jobs')}
          className="grid gap-1 border-t border-border pt-4 text-sm"
        >
          {busy.map(({ name, waiting, running, failed }) => (
            <li key={name} className="flex flex-wrap justify-between gap-x-3">
              <span className="font-mono">{name}</span>
              <span
                className={`tabular-nums ${failed > 0 ? 'text-destructive-text' : 'text-muted-foreground'}`}
              >
                {t('administration:health.queue', { waiting, running, failed })}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
