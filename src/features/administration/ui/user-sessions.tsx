import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { useAct } from './use-act.ts'
import type { UserDetails } from './users-queries.ts'

type Session = UserDetails['sessions'][number]

/** The user's active sessions, each revocable. */
export function UserSessions({ user }: { user: UserDetails }) {
  const { t } = useI18n()
  const { run } = useAct()
  const { mutateAsync: revoke, isPending } = useMutation(
    useTRPC().admin.users.revokeSession.mutationOptions(),
  )
  if (user.sessions.length === 0)
    return <p className="text-muted-foreground">{t('administration:details.noSessions')}</p>
  const end = ({ id }: Session) => {
    if (!isPending) void run('endSession', () => revoke({ userId: user.id, sessionId: id }))
  }
  return (
    <ul aria-label={t('administration:details.sessions')} className="grid gap-3">
      {user.sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          onEnd={session.current ? undefined : () => end(session)}
        />
      ))}
    </ul>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (() => void) | undefined }) {
  const { t, language } = useI18n()
  const deviceId = useId()
  const { browser, system, ip, lastSeenAt, impersonated, current } = session
  const device = [
    system ?? t('administration:session.unknownSystem'),
    browser ?? t('administration:session.unknownBrowser'),
  ].join(', ')
  return (
    <li className="flex items-center justify-between gap-3">
      <div className="grid min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span id={deviceId}>{device}</span>
          {impersonated ? <Badge variant="warning">{t('administration:session.impersonated')}</Badge> : null}
          {current ? <Badge variant="success">{t('administration:session.current')}</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
          {ip ? <span className="wrap-anywhere">{ip}</span> : null}
          <span>
            {t('administration:session.seen')} <TimeAgo at={lastSeenAt} language={language} />
          </span>
        </p>
      </div>
      {onEnd ? (
        <Button variant="outline" size="sm" aria-describedby={deviceId} onClick={onEnd}>
          {t('administration:session.end')}
        </Button>
      ) : null}
    </li>
  )
}
