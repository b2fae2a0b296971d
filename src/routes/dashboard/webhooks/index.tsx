import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { endpointList, WebhooksPage } from '#/features/webhooks/index.ts'

export const Route = createFileRoute('/dashboard/webhooks/')({
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.query({ ...endpointList(trpc), staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('webhooks:list.title')),
  component: WebhooksPage,
  staticData: { access: 'webhooks.read', shape: 'list' },
})
