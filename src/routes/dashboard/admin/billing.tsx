import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { AdminBillingPage, loadAdminBilling, sells } from '#/features/billing/index.ts'

export const Route = createFileRoute('/dashboard/admin/billing')({
  beforeLoad: async ({ context }) => {
    await context.i18n.load(['billing'])
    if (!sells(context.pageSettings)) throw notFound()
  },
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await loadAdminBilling(queryClient, trpc)
  },
  head: ({ match }) => titled(match.context.i18n.t('billing:shell.admin')),
  component: AdminBillingPage,
  staticData: { access: 'billing.admin.workspaces', crumb: 'billing:shell.admin', shape: 'table' },
})
