import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { DataTable, type Column } from '#/components/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { InvitationActions, type Invitation } from './invitation-actions.tsx'
import { MoreRows } from '../more-rows.tsx'
import { invitationPages } from '../my-organizations.ts'
import { RoleBadge } from '../role-badge.tsx'

const variants: Record<Invitation['status'], BadgeVariant> = {
  pending: 'warning',
  accepted: 'success',
  declined: 'destructive',
  revoked: 'secondary',
  expired: 'secondary',
}

/** Who was invited to the active organization and what has become of it. For those who may invite. */
export function InvitationsSection() {
  const { t, language } = useI18n()
  const pages = useSuspenseInfiniteQuery(invitationPages(useTRPC()))
  const rows = pages.data.pages.flatMap(({ items }) => items)
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      head: t('organizations:invitations.email'),
      renderCell: ({ email }) => <span className="block font-medium wrap-anywhere">{email}</span>,
    },
    {
      key: 'role',
      head: t('organizations:members.role'),
      renderCell: ({ role }) => <RoleBadge role={role} />,
    },
    {
      key: 'status',
      head: t('organizations:invitations.status'),
      renderCell: ({ status }) => (
        <Badge variant={variants[status]}>{t(`organizations:status.${status}`)}</Badge>
      ),
    },
    {
      key: 'invited',
      head: t('organizations:invitations.invited'),
      renderCell: ({ inviter, invitedAt }) => (
        <span className="grid">
          <TimeAgo at={invitedAt} language={language} />
          <span className="truncate text-sm text-muted-foreground">
            {t('organizations:invitations.by', { name: inviter.name })}
          </span>
        </span>
      ),
    },
    {
      key: 'expires',
      head: t('organizations:invitations.expires'),
      renderCell: ({ expiresAt }) => <TimeAgo at={expiresAt} language={language} />,
    },
    {
      key: 'actions',
      head: t('organizations:members.actions'),
      isHeadHidden: true,
      isActions: true,
      renderCell: (invitation) => <InvitationActions invitation={invitation} />,
    },
  ]
  return (
    <SettingsSection
      isWide
      title={t('organizations:invitations.title')}
      text={t('organizations:invitations.text')}
    >
      {rows.length === 0 ? (
        <EmptyState
          title={t('organizations:invitations.emptyTitle')}
          text={t('organizations:invitations.emptyText')}
        />
      ) : (
        <DataTable
          label={t('organizations:invitations.title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      <MoreRows pages={pages} />
    </SettingsSection>
  )
}
