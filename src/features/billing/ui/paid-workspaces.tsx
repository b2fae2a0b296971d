import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { TableFooter } from '#/components/data-table/data-table-parts.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { SettingsGroup } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { answerOf } from '@plinth/core/auth'
import { formatDay } from '@plinth/core/format'
import { failureOf } from '@plinth/core/page'
import { useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { freePlan, planNamed } from '../offers.ts'
import { type PaidWorkspace, workspacePages } from './billing-queries.ts'
import { StatusBadge } from './status-badge.tsx'

/** The plan of each workspace that pays or was given one. */
export function PaidWorkspaces() {
  const { t } = useI18n()
  const pages = useSuspenseInfiniteQuery(workspacePages(useTRPC()))
  const rows = pages.data.pages.flatMap(({ items }) => items)
  const columns = useColumns()
  return (
    <SettingsGroup
      title={t('billing:admin.workspaces')}
      {...(rows.length === 0 ? { text: t('billing:admin.none') } : {})}
    >
      {rows.length === 0 ? null : (
        <DataTable
          label={t('billing:admin.workspaces')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          footer={
            pages.hasNextPage ? (
              <TableFooter>
                <MoreButton
                  pages={pages}
                  {...(pages.error ? { failure: failureOf(pages.error) } : {})}
                  label={t('billing:admin.more')}
                  pendingLabel={t('billing:admin.loading')}
                />
              </TableFooter>
            ) : null
          }
        />
      )}
    </SettingsGroup>
  )
}

function useColumns(): Column<PaidWorkspace>[] {
  const { t, language } = useI18n()
  return [
    {
      key: 'name',
      head: t('billing:admin.workspace'),
      renderCell: ({ id, name, isPersonal }) => (
        <span className="grid min-w-0">
          <span id={`workspace-${id}`} className="truncate font-medium">
            {name}
          </span>
          {isPersonal ? (
            <span className="text-sm text-muted-foreground">{t('billing:admin.personal')}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'plan',
      head: t('billing:admin.plan'),
      onPhone: 'below',
      renderCell: ({ plan, granted }) => (
        <span className="grid">
          <span>{planNamed(plan ?? freePlan)?.name}</span>
          {granted ? (
            <span className="text-sm text-muted-foreground wrap-anywhere">
              {t('billing:admin.granted', {
                day: formatDay(granted.until, language),
                reason: granted.reason ?? '',
              })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'status',
      head: t('billing:admin.status'),
      onPhone: 'below',
      renderCell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'seats',
      head: t('billing:admin.seats'),
      renderCell: ({ seats }) => <span className="tabular-nums">{seats}</span>,
    },
    {
      key: 'actions',
      head: t('billing:admin.actions'),
      isActions: true,
      renderCell: (workspace) => (workspace.granted ? <EndGrant id={workspace.id} /> : null),
    },
  ]
}

function EndGrant({ id }: { id: string }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const showOutcome = useOutcomeToast()
  const { billing } = useTRPC()
  const { mutateAsync, isPending } = useMutation(billing.admin.endGrant.mutationOptions())
  async function end() {
    showOutcome(await answerOf(mutateAsync({ id })), t('billing:admin.ended'))
    await queries.invalidateQueries(billing.admin.pathFilter())
  }
  return (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={`workspace-${id}`}
      aria-disabled={isPending}
      onClick={() => void end()}
    >
      {t('billing:admin.endGrant')}
    </Button>
  )
}
