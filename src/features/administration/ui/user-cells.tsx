import { useHydrated } from '@tanstack/react-router'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { useI18n } from '@plinth/core/texts'
import { formatDayMonth, formatMoment } from '@plinth/core/format'
import { useActs } from './user-acts.ts'
import type { User } from './users-queries.ts'

/** The id of the name of a user in the table. */
export const userNameId = (id: string) => `user-${id}`

/** The user, as a link to the details; between phones and wide tables with what else sets them apart. */
export function NameCell({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { t } = useI18n()
  const { open } = useActs()
  return (
    <span className="flex min-w-0 items-center gap-2.5 md:max-[75rem]:min-h-11">
      <UserAvatar
        id={user.id}
        name={user.name}
        image={null}
        className="size-8 min-[75rem]:size-6 min-[75rem]:text-[0.625rem]"
      />
      <span className="grid min-w-0 grid-cols-[minmax(0,auto)_auto] justify-start gap-x-1.5 min-[75rem]:max-w-40 2xl:max-w-56">
        <button
          type="button"
          id={userNameId(user.id)}
          aria-haspopup="dialog"
          onClick={() => open(user)}
          title={user.name}
          className="min-w-0 cursor-pointer truncate rounded-sm text-left font-medium"
        >
          {user.name}
        </button>
        <span className="flex gap-1.5">
          {isSelf ? <span className="text-muted-foreground">{t('administration:table.you')}</span> : null}
          <span className="hidden gap-1 md:max-[75rem]:flex">
            <Unverified user={user} />
            <BannedBadge user={user} />
          </span>
        </span>
        <span className="col-span-full hidden truncate text-sm text-muted-foreground md:max-[75rem]:block">
          {user.email}
        </span>
      </span>
    </span>
  )
}

/** The address on one line; in tables also whether it is not verified. */
export const EmailCell = ({ user }: { user: User }) => (
  <span className="flex min-w-0 items-center gap-x-2 md:text-muted-foreground">
    <span title={user.email} className="min-w-0 truncate">
      {user.email}
    </span>
    <span className="max-md:hidden">
      <Unverified user={user} />
    </span>
  </span>
)

function Unverified({ user }: { user: User }) {
  const { t } = useI18n()
  return user.emailVerified ? null : <Badge variant="warning">{t('administration:table.unverified')}</Badge>
}

/** Admins stand out; everyone else is a user. */
export function RoleCell({ role }: Pick<User, 'role'>) {
  const { t } = useI18n()
  const name = t(`administration:role.${role}`)
  return role === 'admin' ? (
    <Badge variant="secondary">{name}</Badge>
  ) : (
    <span className="text-muted-foreground">{name}</span>
  )
}

/** What sets the user apart, on phones: there one cell shows what are three columns. */
export function StateCell({ user }: { user: User }) {
  const { role, emailVerified, banned } = user
  const badges = [
    role === 'admin' && <RoleCell key="role" role={role} />,
    !emailVerified && <Unverified key="verified" user={user} />,
    banned && <BannedBadge key="banned" user={user} />,
  ].filter(Boolean)
  return badges.length === 0 ? null : (
    <span className="flex max-w-[38vw] flex-wrap justify-end gap-1">{badges}</span>
  )
}

type BanProps = { user: Pick<User, 'banned' | 'banReason' | 'banExpires'> }

/** Until when the user is banned, where a heading says what the day is; nothing for everyone else. */
export function BannedCell({ user }: BanProps) {
  const { t, language } = useI18n()
  const timeZone = useHydrated() ? undefined : 'UTC'
  const day = user.banExpires && formatDayMonth(user.banExpires, language, timeZone)
  return <BannedBadge user={user} text={day ? t('administration:table.until', { day }) : undefined} />
}

/** That the user is banned, with the reason and until when on hover. */
function BannedBadge({ user: { banned, banReason, banExpires }, text }: BanProps & { text?: string }) {
  const { t, language } = useI18n()
  const timeZone = useHydrated() ? undefined : 'UTC'
  if (!banned) return null
  const details = [banExpires && formatMoment(banExpires, language, timeZone), banReason]
  return (
    <Badge variant="destructive" title={details.filter(Boolean).join(': ')}>
      {text ?? t('administration:table.banned')}
    </Badge>
  )
}
