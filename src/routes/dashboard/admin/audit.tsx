import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { AuditPage, auditPages, auditSearch } from '#/features/audit-log/index.ts'

export const Route = createFileRoute('/dashboard/admin/audit')({
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ context }) => context.i18n.load(['audit-log', '*:audit']),
  loader: async ({ context, deps, cause }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const pages = queryClient.infiniteQuery({ ...auditPages(trpc, deps), staleTime: 'static' })
    // The current entries stay while another filter loads.
    if (cause === 'stay') void pages.catch(() => {})
    else await pages
  },
  head: ({ match }) => titled(match.context.i18n.t('audit-log:page.title')),
  component: Page,
  staticData: { access: 'audit.list', crumb: 'audit-log:shell.nav', shape: 'table' },
})

function Page() {
  return <AuditPage search={Route.useSearch()} />
}
