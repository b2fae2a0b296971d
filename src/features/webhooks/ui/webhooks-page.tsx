import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { Page } from '#/components/page.tsx'
import { PathText } from '#/components/path-text.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { webhooksAccess } from '../webhooks.access.ts'
import { LastDelivery } from './delivery-status.tsx'
import { EndpointStatus, useChosenEvents } from './endpoint-status.tsx'
import { endpointList, type ListedEndpoint } from './webhook-queries.ts'

const EndpointDialog = lazyPart(() => import('./endpoint-dialog.tsx'))

/** The endpoints of the active organization. */
export function WebhooksPage() {
  const { t } = useI18n()
  const { items } = useSuspenseQuery(endpointList(useTRPC())).data
  const columns = useColumns()
  return (
    <Page
      title={t('webhooks:list.title')}
      intro={t('webhooks:list.intro')}
      action={items.length === 0 ? null : <AddEndpoint />}
    >
      {items.length === 0 ? (
        <EmptyState
          title={t('webhooks:list.emptyTitle')}
          text={t('webhooks:list.emptyText')}
          action={<AddEndpoint />}
        />
      ) : (
        <DataTable label={t('webhooks:list.title')} columns={columns} rows={items} rowKey={({ id }) => id} />
      )}
    </Page>
  )
}

/** The button that opens the form, for users who may add endpoints. */
function AddEndpoint() {
  const { t } = useI18n()
  const mayCreate = useMay(webhooksAccess.manage)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  if (!mayCreate) return null
  return (
    <>
      <Button
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Plus className="size-4" aria-hidden="true" />
        {t('webhooks:list.add')}
      </Button>
      {isWanted ? <EndpointDialog isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  )
}

function useColumns(): Column<ListedEndpoint>[] {
  const t = useTranslate()
  const chosenEvents = useChosenEvents()
  return [
    {
      key: 'url',
      head: t('webhooks:list.url'),
      isFlexible: true,
      renderCell: ({ id, url }) => (
        <Link
          to="/dashboard/webhooks/$endpointId"
          params={{ endpointId: id }}
          title={url}
          className="block rounded-sm font-mono text-sm font-medium wrap-anywhere hover:underline md:truncate md:[&_wbr]:hidden"
        >
          <PathText text={url} />
        </Link>
      ),
    },
    {
      key: 'events',
      head: t('webhooks:list.events'),
      minWidth: 'md:min-w-28',
      onPhone: 'below',
      renderCell: (endpoint) => (
        <span className="whitespace-nowrap text-muted-foreground">{chosenEvents(endpoint)}</span>
      ),
    },
    {
      key: 'last',
      head: t('webhooks:list.last'),
      minWidth: 'md:min-w-48',
      onPhone: 'below',
      renderCell: (endpoint) => <LastDelivery endpoint={endpoint} />,
    },
    {
      key: 'status',
      head: t('webhooks:list.status'),
      minWidth: 'md:min-w-28',
      onPhone: 'aside',
      renderCell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
    },
  ]
}
