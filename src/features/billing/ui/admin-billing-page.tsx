import { useSuspenseQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { Page } from '#/components/page.tsx'
import { SettingsGroup } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { dateLocale } from '@plinth/core/format'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { type Month, revenueQuery } from './billing-queries.ts'
import { formatMoney } from './format-money.ts'
import { PaidWorkspaces } from './paid-workspaces.tsx'

const GrantDialog = lazyPart(() => import('./grant-dialog.tsx'))

/** For administrators: what was paid, the plan of each workspace, and plans given by hand. */
export function AdminBillingPage() {
  const t = useTranslate()
  const { items } = useSuspenseQuery(revenueQuery(useTRPC())).data
  return (
    <Page title={t('billing:shell.admin')} intro={t('billing:admin.intro')} action={<GivePlan />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <SettingsGroup
          title={t('billing:admin.revenue')}
          {...(items.length === 0 ? { text: t('billing:admin.noRevenue') } : {})}
        >
          {items.length === 0 ? null : <Revenue items={items} />}
        </SettingsGroup>
        <PaidWorkspaces />
      </div>
    </Page>
  )
}

function GivePlan() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <Button
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Gift className="size-4" aria-hidden="true" />
        {t('billing:grant.open')}
      </Button>
      {isWanted ? <GrantDialog isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  )
}

function Revenue({ items }: { items: readonly Month[] }) {
  const { t, language } = useI18n()
  const month = new Intl.DateTimeFormat(dateLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const columns: Column<Month>[] = [
    {
      key: 'month',
      head: t('billing:admin.month'),
      renderCell: (one) => <span className="font-medium">{month.format(new Date(`${one.month}-01`))}</span>,
    },
    {
      key: 'invoices',
      head: t('billing:admin.invoices'),
      renderCell: ({ invoices }) => <span className="tabular-nums">{invoices}</span>,
    },
    {
      key: 'paid',
      head: t('billing:admin.paid'),
      onPhone: 'end',
      renderCell: ({ paid, currency }) => (
        <span className="tabular-nums">{formatMoney(paid, currency, language)}</span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('billing:admin.revenue')}
      columns={columns}
      rows={items}
      rowKey={(one) => `${one.month} ${one.currency}`}
    />
  )
}
