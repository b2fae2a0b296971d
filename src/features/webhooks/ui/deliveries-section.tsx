import { useState, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { TableFooter } from '#/components/data-table/data-table-parts.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { SettingsGroup } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'
import { DeliveryStatusBadge, formatDuration } from './delivery-status.tsx'
import type { Delivery } from './webhook-queries.ts'

const DeliveryDrawer = lazyPart(() => import('./delivery-drawer.tsx'))

type DeliveriesSectionProps = {
  isEnabled: boolean
  /** The button that sends a test event, for those who may. */
  test: ReactNode
  pages: {
    data: { pages: { items: readonly Delivery[] }[] }
    hasNextPage: boolean
    isFetchingNextPage: boolean
    error: unknown
    fetchNextPage: () => Promise<unknown>
  }
}

/** The deliveries of an endpoint. A press on one shows its request and answer. */
export function DeliveriesSection({ isEnabled, test, pages }: DeliveriesSectionProps) {
  const { t } = useI18n()
  const deliveries = pages.data.pages.flatMap(({ items }) => items)
  const [shownId, setShownId] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  function open({ id }: Delivery) {
    setShownId(id)
    setOpen(true)
  }
  const columns = useColumns(open)
  return (
    <SettingsGroup title={t('webhooks:deliveries.title')} text={t('webhooks:deliveries.text')}>
      {deliveries.length === 0 ? (
        <EmptyState
          title={t('webhooks:deliveries.emptyTitle')}
          text={t(isEnabled ? 'webhooks:deliveries.emptyText' : 'webhooks:deliveries.offText')}
          action={isEnabled ? test : null}
        />
      ) : (
        <DataTable
          label={t('webhooks:deliveries.title')}
          columns={columns}
          rows={deliveries}
          rowKey={({ id }) => id}
          onOpen={open}
          footer={
            pages.hasNextPage || pages.error ? (
              <TableFooter>
                <MoreButton
                  pages={pages}
                  failure={pages.error ? failureOf(pages.error) : undefined}
                  label={t('webhooks:deliveries.more')}
                  pendingLabel={t('webhooks:deliveries.loadingMore')}
                />
              </TableFooter>
            ) : null
          }
        />
      )}
      {shownId === undefined ? null : (
        <DeliveryDrawer key={shownId} deliveryId={shownId} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </SettingsGroup>
  )
}

function useColumns(open: (delivery: Delivery) => void): Column<Delivery>[] {
  const { t, language } = useI18n()
  return [
    {
      key: 'event',
      head: t('webhooks:deliveries.event'),
      renderCell: (delivery) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(delivery)}
          className="max-w-full cursor-pointer truncate rounded-sm text-left font-mono text-sm font-medium"
        >
          {delivery.type}
        </button>
      ),
    },
    {
      key: 'status',
      head: t('webhooks:deliveries.status'),
      onPhone: 'aside',
      renderCell: (delivery) => <DeliveryStatusBadge delivery={delivery} />,
    },
    {
      key: 'answer',
      head: t('webhooks:deliveries.answer'),
      isFlexible: true,
      onPhone: 'below',
      renderCell: ({ problem, responseStatus }) => (
        <span className="block text-muted-foreground md:truncate">
          {[responseStatus, problem && t(`webhooks:problems.${problem}`)].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    {
      key: 'attempts',
      head: t('webhooks:deliveries.attempts'),
      onPhone: 'none',
      renderCell: ({ attempts }) => attempts,
    },
    {
      key: 'duration',
      head: t('webhooks:deliveries.duration'),
      onPhone: 'none',
      renderCell: ({ durationMs }) =>
        durationMs === null ? null : (
          <span className="whitespace-nowrap text-muted-foreground">
            {formatDuration(durationMs, language)}
          </span>
        ),
    },
    {
      key: 'time',
      head: t('webhooks:deliveries.time'),
      onPhone: 'end',
      renderCell: ({ createdAt }) => (
        <span className="text-muted-foreground">
          <TimeAgo at={createdAt} language={language} />
        </span>
      ),
    },
  ]
}
