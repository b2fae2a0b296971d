import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Skeletons } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import { describeAgent } from '#/core/auth/security/describe-agent.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { useTRPC, type RouterOutput } from '#/core/trpc/react.tsx'
import { sessionsAccess } from '../account.access.ts'
import { SectionState } from './section-state.tsx'
import { useAccountAct } from './use-account-act.ts'

type Session = RouterOutput['sessions']['list']['items'][number]

/** Where the user is signed in; each other place, or all of them, can be ended. */
export function SessionsSection() {
  const { t } = useI18n()
  const query = useQuery(useTRPC().sessions.list.queryOptions())
  return (
    <SettingsSection title={t('account:sessions.title')} text={t('account:sessions.text')}>
      <SectionState query={query} skeleton={<Skeletons heights={['h-16']} />}>
        {({ items }) => <Sessions sessions={items} />}
      </SectionState>
    </SettingsSection>
  )
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const { sessions: procedures } = useTRPC()
  const { mutateAsync: revoke } = useMutation(procedures.revoke.mutationOptions())
  const { mutateAsync: revokeOthers } = useMutation(procedures.revokeOthers.mutationOptions())
  const { act } = useAccountAct()
  const { ask, dialog } = useConfirm()
  const mayRevoke = useMay(sessionsAccess.revoke)

  async function end(run: () => Promise<unknown>, done: string): Promise<boolean> {
    const isDone = await act({ run, done })
    await queries.invalidateQueries(procedures.list.queryFilter())
    return isDone
  }
  const endOthers = () =>
    ask({
      title: t('account:sessions.othersTitle'),
      text: t('account:sessions.othersText'),
      confirmLabel: t('account:sessions.endOthers'),
      pendingLabel: t('account:sessions.ending'),
      onConfirm: () => end(revokeOthers, t('account:sessions.othersDone')),
    })

  return (
    <>
      <ul
        aria-label={t('account:sessions.title')}
        className="grid divide-y divide-border rounded-xl border border-border bg-card"
      >
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={
              mayRevoke && !session.current
                ? () => end(() => revoke({ id: session.id }), t('account:sessions.done'))
                : undefined
            }
          />
        ))}
      </ul>
      {mayRevoke && sessions.length > 1 ? (
        <div>
          <Button variant="outline" onClick={endOthers}>
            {t('account:sessions.endOthers')}
          </Button>
        </div>
      ) : null}
      {dialog}
    </>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (() => Promise<unknown>) | undefined }) {
  const { t, language } = useI18n()
  const { ip, lastSeenAt, current } = session
  const { system, browser } = describeAgent(session.userAgent)
  const deviceId = useId()
  const device = [
    system ?? t('account:sessions.unknownSystem'),
    browser ?? t('account:sessions.unknownBrowser'),
  ].join(', ')
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span id={deviceId}>{device}</span>
          {current ? <Badge variant="success">{t('account:sessions.current')}</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
          <span className="wrap-anywhere">{ip || t('account:sessions.unknownAddress')}</span>
          <span>
            {t('account:sessions.seen')} <TimeAgo at={lastSeenAt} language={language} />
          </span>
        </p>
      </div>
      {onEnd ? (
        <Button variant="outline" size="sm" aria-describedby={deviceId} onClick={() => void onEnd()}>
          {t('account:sessions.end')}
        </Button>
      ) : null}
    </li>
  )
}
