import { UserAvatar } from '#/components/user-avatar.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { useActs } from './user-acts.ts'
import type { User } from './users-queries.ts'

/** The user, as a link to the details. */
export function NameCell({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { t } = useI18n()
  const { open } = useActs()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <UserAvatar id={user.id} name={user.name} image={null} />
      <span className="min-w-0 md:max-w-48 md:truncate">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(user)}
          title={user.name}
          className="max-w-full cursor-pointer truncate rounded-sm text-left font-medium underline-offset-2 hover:underline"
        >
          {user.name}
        </button>
        {isSelf ? <span className="text-muted-foreground"> {t('administration:table.you')}</span> : null}
      </span>
    </span>
  )
}

/** Whether the user is banned, until when, and the reason on hover. */
export function BannedCell({
  user: { banned, banReason, banExpires },
}: {
  user: Pick<User, 'banned' | 'banReason' | 'banExpires'>
}) {
  const { t, language } = useI18n()
  if (!banned) return <span className="text-muted-foreground">{t('administration:table.no')}</span>
  return (
    <span className="grid justify-items-start gap-0.5" title={banReason ?? undefined}>
      <Badge variant="destructive">{t('administration:table.yes')}</Badge>
      {banExpires ? (
        <span className="text-sm whitespace-nowrap text-muted-foreground">
          {t('administration:table.ends')} <TimeAgo at={banExpires} language={language} />
        </span>
      ) : null}
    </span>
  )
}
