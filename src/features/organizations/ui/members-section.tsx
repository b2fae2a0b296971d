import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { DataTable, type Column } from '#/components/data-table.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { InviteMember } from './invitations/invite-member.tsx'
import { MemberActions } from './member-actions.tsx'
import { MoreRows } from './more-rows.tsx'
import { memberPages } from './my-organizations.ts'
import { RoleBadge } from './role-badge.tsx'
import type { Member } from './use-member-acts.ts'

/** Who is in the active organization, and what may be done about it. Not for the personal workspace. */
export function MembersSection({ viewer }: { viewer: Viewer }) {
  const { t, language } = useI18n()
  const pages = useSuspenseInfiniteQuery(memberPages(useTRPC()))
  const columns: Column<Member>[] = [
    {
      key: 'member',
      head: t('organizations:members.member'),
      renderCell: (member) => <MemberName member={member} isSelf={member.userId === viewer.actor.userId} />,
    },
    {
      key: 'role',
      head: t('organizations:members.role'),
      renderCell: ({ role }) => <RoleBadge role={role} />,
    },
    {
      key: 'joined',
      head: t('organizations:members.joined'),
      renderCell: ({ joinedAt }) => <TimeAgo at={joinedAt} language={language} />,
    },
    {
      key: 'actions',
      head: t('organizations:members.actions'),
      isHeadHidden: true,
      isActions: true,
      renderCell: (member) => <MemberActions member={member} viewer={viewer} />,
    },
  ]
  return (
    <SettingsSection
      isWide
      title={t('organizations:members.title')}
      text={t('organizations:members.text')}
      action={<InviteMember />}
    >
      <DataTable
        label={t('organizations:members.title')}
        columns={columns}
        rows={pages.data.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
      />
      <MoreRows pages={pages} />
    </SettingsSection>
  )
}

function MemberName({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { t } = useI18n()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <UserAvatar id={member.userId} name={member.name} image={member.image} />
      <span className="grid min-w-0">
        <span className="truncate font-medium">
          {member.name}
          {isSelf ? (
            <span className="font-normal text-muted-foreground"> {t('organizations:members.you')}</span>
          ) : null}
        </span>
        {member.email === null ? null : (
          <span className="truncate text-sm text-muted-foreground">{member.email}</span>
        )}
      </span>
    </span>
  )
}
