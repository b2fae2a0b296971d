import { useMutation } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { ItemRow } from '#/components/item-row.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { isPhone } from '#/core/auth/security/describe-agent.ts'
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
    <ul
      aria-label={t('administration:details.sessions')}
      className="divide-y divide-border rounded-xl border border-border"
    >
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
  return (
    <ItemRow
      Icon={isPhone(system) ? Smartphone : Laptop}
      titleId={deviceId}
      title={
        browser && system
          ? t('administration:session.device', { browser, system })
          : (browser ?? system ?? t('administration:session.unknownSystem'))
      }
      badge={
        <>
          {impersonated ? <Badge variant="warning">{t('administration:session.impersonated')}</Badge> : null}
          {current ? <Badge variant="success">{t('administration:session.current')}</Badge> : null}
        </>
      }
      text={
        <>
          {ip ? `${ip} · ` : null}
          <TimeAgo at={lastSeenAt} language={language} />
        </>
      }
    >
      {onEnd ? (
        <Button variant="ghost" size="sm" aria-describedby={deviceId} onClick={onEnd}>
          {t('administration:session.end')}
        </Button>
      ) : null}
    </ItemRow>
  )
}
