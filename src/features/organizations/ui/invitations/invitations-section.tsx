import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { TableFooter } from '#/components/data-table/data-table-parts.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { SettingsGroup } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { Viewer } from '@plinth/core/access'
import { useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { InvitationActions, invitationEmailId, type Invitation } from './invitation-actions.tsx'
import { MoreRows } from '../more-rows.tsx'
import { invitationPages } from '../my-organizations.ts'

const SOON_MS = 12 * 3_600_000

/** The invitations of the active organization with their status, for users who may invite. */
export function InvitationsSection({ viewer }: { viewer: Viewer }) {
  const { t } = useI18n()
  const pages = useSuspenseInfiniteQuery(invitationPages(useTRPC()))
  const columns = useColumns(viewer)
  const rows = pages.data.pages.flatMap(({ items }) => items)
  return (
    <SettingsGroup title={t('organizations:invitations.title')} text={t('organizations:invitations.text')}>
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
          footer={
            pages.hasNextPage ? (
              <TableFooter>
                <MoreRows pages={pages} />
              </TableFooter>
            ) : null
          }
        />
      )}
    </SettingsGroup>
  )
}

function useColumns(viewer: Viewer): Column<Invitation>[] {
  const { t } = useI18n()
  const inviterOf = ({ inviter }: Pick<Invitation, 'inviter'>) =>
    inviter.id === viewer.actor.userId ? t('organizations:invitations.byYou') : inviter.name
  return [
    {
      key: 'email',
      head: t('organizations:invitations.email'),
      renderCell: ({ id, email, ...invitation }) => (
        <span className="flex min-w-0 items-center gap-2.5 md:max-[75rem]:min-h-11">
          <span
            data-slot="avatar"
            className="grid size-6 shrink-0 place-items-center rounded-full border border-border text-muted-foreground max-md:size-8"
          >
            <Mail className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className="min-w-0">
            <span
              id={invitationEmailId(id)}
              title={email}
              className="block truncate font-medium min-[75rem]:max-w-72"
            >
              {email}
            </span>
            <span className="hidden truncate text-sm text-muted-foreground md:max-[75rem]:block">
              {[t('organizations:invitations.invitedBy'), inviterOf(invitation)].join(': ')}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'inviter',
      head: t('organizations:invitations.invitedBy'),
      onPhone: 'none',
      isExtra: true,
      renderCell: (invitation) => (
        <span className="block max-w-40 truncate text-muted-foreground">{inviterOf(invitation)}</span>
      ),
    },
    {
      key: 'role',
      head: t('organizations:members.role'),
      onPhone: 'none',
      renderCell: ({ role }) => <span className="text-muted-foreground">{t(`roles:${role}.name`)}</span>,
    },
    {
      key: 'status',
      head: t('organizations:invitations.status'),
      onPhone: 'below',
      renderCell: (invitation) => (
        <>
          <span className="md:hidden">{t(`roles:${invitation.role}.name`)} · </span>
          <Status invitation={invitation} />
        </>
      ),
    },
    {
      key: 'actions',
      head: t('organizations:members.actions'),
      isActions: true,
      renderCell: (invitation) => <InvitationActions invitation={invitation} />,
    },
  ]
}

/** Stands for the time in a sentence. */
const TIME = '\u{FFFC}'

/** The status, with the expiry of pending invitations, highlighted when it is near. */
function Status({ invitation: { status, expiresAt } }: { invitation: Invitation }) {
  const { t, language } = useI18n()
  const name = t(`organizations:status.${status}`)
  if (status !== 'pending') return <span className="text-muted-foreground">{name}</span>
  const [before, after] = t('organizations:invitations.expiring', { time: TIME }).split(TIME)
  // oxlint-disable-next-line react/purity -- as the relative time beside it
  const isSoon = expiresAt.getTime() - Date.now() < SOON_MS
  return (
    <span
      className={
        isSoon
          ? 'font-medium text-warning-text md:whitespace-nowrap'
          : 'text-muted-foreground md:whitespace-nowrap'
      }
    >
      {[name, before].join(', ')}
      <TimeAgo at={expiresAt} language={language} />
      {after}
    </span>
  )
}
