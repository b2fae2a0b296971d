import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { formatDay } from '@plinth/core/format'
import { useI18n } from '@plinth/core/texts'
import type { Billing } from './billing-queries.ts'
import { formatMoney } from './format-money.ts'

type Invoice = Billing['invoices'][number]

const statuses = ['paid', 'open', 'uncollectible', 'void'] as const
const looks: Record<(typeof statuses)[number], BadgeVariant> = {
  paid: 'success',
  open: 'warning',
  uncollectible: 'destructive',
  void: 'outline',
}

/** Invoices, newest first, with the provider's PDF of each. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useI18n()
  return (
    <DataTable
      label={t('billing:invoices.title')}
      columns={useColumns()}
      rows={invoices}
      rowKey={({ id }) => id}
    />
  )
}

function useColumns(): Column<Invoice>[] {
  const { t, language } = useI18n()
  return [
    {
      key: 'day',
      head: t('billing:invoices.day'),
      renderCell: ({ issuedAt }) => <span className="font-medium">{formatDay(issuedAt, language)}</span>,
    },
    {
      key: 'number',
      head: t('billing:invoices.number'),
      onPhone: 'below',
      renderCell: ({ number }) => <span className="text-muted-foreground">{number}</span>,
    },
    {
      key: 'total',
      head: t('billing:invoices.total'),
      onPhone: 'end',
      renderCell: ({ total, currency }) => (
        <span className="tabular-nums">{formatMoney(total, currency, language)}</span>
      ),
    },
    {
      key: 'status',
      head: t('billing:invoices.status'),
      onPhone: 'aside',
      renderCell: ({ status }) => {
        const known = statuses.find((one) => one === status)
        return known ? <Badge variant={looks[known]}>{t(`billing:invoices.${known}`)}</Badge> : null
      },
    },
    {
      key: 'pdf',
      head: t('billing:invoices.pdf'),
      onPhone: 'below',
      renderCell: ({ pdfUrl, number }) =>
        pdfUrl ? (
          <a
            href={pdfUrl}
            aria-label={t('billing:invoices.pdfOf', { number: number ?? '' })}
            className="rounded-sm text-link underline-offset-4 hover:underline"
          >
            {t('billing:invoices.pdf')}
          </a>
        ) : null,
    },
  ]
}
