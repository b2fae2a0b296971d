import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { MissingItem } from '#/shell/missing-item.tsx'
import { isMissing } from '@plinth/core/client'
import { deliveryPages, EndpointPage } from '#/features/webhooks/index.ts'

export const Route = createFileRoute('/dashboard/webhooks/$endpointId')({
  loader: async ({ context, params }) => {
    const { queryClient, trpc } = await context.queries.ready()
    try {
      const { pages } = await queryClient.infiniteQuery({
        ...deliveryPages(trpc, params.endpointId),
        staleTime: 'static',
      })
      const url = pages[0]?.endpoint.url
      return { title: url && new URL(url).host }
    } catch (error) {
      if (isMissing(error)) throw notFound()
      throw error
    }
  },
  head: ({ loaderData, match }) => titled(loaderData?.title ?? match.context.i18n.t('webhooks:list.title')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'webhooks.read', shape: 'cards' },
})

function Page() {
  return <EndpointPage endpointId={Route.useParams().endpointId} />
}
