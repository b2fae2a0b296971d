import { useMutation } from '@tanstack/react-query'
import { SessionRow } from '#/components/session-row.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { isPhone } from '@plinth/core/auth'
import { useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { useAdminAct } from './use-admin-act.ts'
import type { UserDetails } from './users-queries.ts'
import { rowMotion } from '#/components/row-motion.ts'

type Session = UserDetails['sessions'][number]

/** The user's active sessions, each revocable. */
export function UserSessions({ user }: { user: UserDetails }) {
  const { t, language } = useI18n()
  const { run } = useAdminAct()
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
      ref={rowMotion}
      aria-label={t('administration:details.sessions')}
      className="divide-y divide-border rounded-xl border border-border"
    >
      {user.sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isPhone={isPhone(session.system)}
          language={language}
          badge={
            session.impersonated ? (
              <Badge variant="warning">{t('administration:session.impersonated')}</Badge>
            ) : null
          }
          onEnd={session.current ? undefined : () => end(session)}
        />
      ))}
    </ul>
  )
}
