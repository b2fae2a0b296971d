import { createFileRoute } from '@tanstack/react-router'
import { loadRow } from '#/shell/load-rows.ts'
import { titled } from '#/shell/document/root-head.ts'
import { MissingItem } from '#/shell/missing-item.tsx'
import { PostPage } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/posts/$postId')({
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: true } => (edit === true ? { edit } : {}),
  beforeLoad: ({ context }) => context.i18n.load(['posts', 'conflict']),
  loader: async ({ context, params }) => {
    const { title } = await loadRow(context, ({ queryClient, trpc }) =>
      queryClient.query({ ...trpc.posts.show.queryOptions({ id: params.postId }), staleTime: 'static' }),
    )
    return { title }
  },
  head: ({ loaderData, match }) => titled(loaderData?.title ?? match.context.i18n.t('posts:list.title')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'posts.get', shape: 'article' },
})

function Page() {
  return <PostPage postId={Route.useParams().postId} edit={Route.useSearch().edit} />
}
