import { Panel } from '#/components/panel.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { useI18n } from '@plinth/core/texts'
import type { Stats } from './users-queries.ts'

type Health = Stats['health'][number]

const variants: Record<Health['state'], BadgeVariant> = {
  ok: 'success',
  off: 'secondary',
  warning: 'warning',
  failed: 'destructive',
}

/** Stands for the time in a sentence. */
const TIME = '\u{FFFC}'

/** The state of the application's dependencies. */
export function HealthPanel({ stats: { health, asOf } }: { stats: Stats }) {
  const { t, language } = useI18n()
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const [before, after] = t('administration:health.asOf', { time: TIME }).split(TIME)
  return (
    <Panel
      id="health"
      title={t('administration:health.title')}
      aside={
        <p className="text-sm text-muted-foreground">
          {before}
          <TimeAgo at={asOf} language={language} />
          {after}
        </p>
      }
    >
      <ul className="grid gap-px bg-border xl:grid-cols-5">
        {health.map(({ name, state, detail, at }) => (
          <li
            key={name}
            className="flex min-h-11 min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 bg-card px-4 md:px-5 py-2 xl:grid xl:content-start xl:justify-items-start xl:gap-1.5 xl:py-4"
          >
            <span className="xl:text-sm xl:text-muted-foreground">{t(`administration:health.${name}`)}</span>
            <span className="flex min-w-0 flex-row-reverse flex-wrap items-center gap-x-2 gap-y-1 xl:grid xl:justify-items-start">
              {name === 'backup' && state === 'ok' && !at ? (
                <Badge variant="warning">{t('administration:health.noBackup')}</Badge>
              ) : (
                <Badge variant={variants[state]}>{t(`administration:health.state.${state}`)}</Badge>
              )}
              <span className="text-sm text-muted-foreground">
                {name === 'storage' && detail !== null
                  ? t('administration:health.used', { share: percent.format(Number(detail)) })
                  : name === 'mail' && detail === 'log'
                    ? t('administration:health.mailInLog')
                    : name === 'mail' && state === 'off'
                      ? t('administration:health.mailOff')
                      : detail}
                {at ? <TimeAgo at={at} language={language} /> : null}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
