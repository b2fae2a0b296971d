import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { ReferencePage } from '#/features/api/index.ts'

export const Route = createFileRoute('/dashboard/api')({
  beforeLoad: ({ context }) => context.i18n.load(['api', '*:scopeNames']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const reference = trpc.apiKeys.reference.queryOptions()
    await queryClient.query({ ...reference, staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('api:shell.reference')),
  component: ReferencePage,
  staticData: {
    access: 'apiKeys.reference',
    crumb: 'api:shell.reference',
    entry: 'settings',
    shape: 'sections',
  },
})
