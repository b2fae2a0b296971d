import { type TranslationKey, useI18n } from '@plinth/core/texts'
import type { Stats } from './users-queries.ts'

type Shown = { key: TranslationKey; value: number; notes?: readonly string[]; isWrong?: boolean }

/** The metrics of the application, some with a breakdown. */
export function Figures({ stats }: { stats: Stats }) {
  const { t, language } = useI18n()
  const number = new Intl.NumberFormat(language)
  const { active, mail } = stats
  const jobs = sumOf(stats.jobs)
  const figures: Shown[] = [
    { key: 'administration:figures.users', value: stats.users },
    { key: 'administration:figures.newToday', value: stats.newToday },
    {
      key: 'administration:figures.active',
      value: active.day,
      notes: [
        t('administration:figures.week', { number: number.format(active.week) }),
        t('administration:figures.month', { number: number.format(active.month) }),
      ],
    },
    { key: 'administration:figures.banned', value: stats.banned },
    // A product without organizations has none.
    ...(stats.organizations > 0
      ? [{ key: 'app:workspace.organizations' as const, value: stats.organizations }]
      : []),
    { key: 'administration:figures.sessions', value: stats.sessions },
    {
      key: 'administration:figures.mail',
      value: mail.waiting,
      notes: [t('administration:figures.failed', { count: mail.failed })],
      isWrong: mail.failed > 0,
    },
    {
      key: 'administration:figures.jobs',
      value: jobs.waiting + jobs.running,
      notes: [t('administration:figures.failed', { count: jobs.failed })],
      isWrong: jobs.failed > 0,
    },
  ]
  return (
    <dl
      aria-label={t('administration:figures.label')}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-border bg-border sm:grid-cols-4"
    >
      {figures.map((figure) => (
        <div key={figure.key} className="grid content-start gap-0.5 bg-card px-4 md:px-5 py-4">
          <dt className="text-sm text-muted-foreground">{t(figure.key)}</dt>
          <dd className="text-2xl font-semibold">{number.format(figure.value)}</dd>
          {figure.notes ? (
            <dd
              className={`flex flex-wrap gap-x-3 text-sm ${figure.isWrong ? 'text-destructive-text' : 'text-muted-foreground'}`}
            >
              {figure.notes.map((note) => (
                <span key={note}>{note}</span>
              ))}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

function sumOf(queues: Stats['jobs']) {
  const sum = (name: 'waiting' | 'running' | 'failed') =>
    queues.reduce((total, queue) => total + queue[name], 0)
  return { waiting: sum('waiting'), running: sum('running'), failed: sum('failed') }
}
