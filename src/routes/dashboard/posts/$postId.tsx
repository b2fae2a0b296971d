import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { MissingItem } from '#/shell/missing-item.tsx'
import { isMissing } from '@plinth/core/client'
import { PostPage } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/posts/$postId')({
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: true } => (edit === true ? { edit } : {}),
  beforeLoad: ({ context }) => context.i18n.load(['posts', 'conflict']),
  loader: async ({ context, params }) => {
    const { queryClient, trpc } = await context.queries.ready()
    try {
      const post = await queryClient.query({
        ...trpc.posts.show.queryOptions({ id: params.postId }),
        staleTime: 'static',
      })
      return { title: post.title }
    } catch (error) {
      if (isMissing(error)) throw notFound()
      throw error
    }
  },
  head: ({ loaderData, match }) => titled(loaderData?.title ?? match.context.i18n.t('posts:list.title')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'posts.get', shape: 'form' },
})

function Page() {
  return <PostPage postId={Route.useParams().postId} edit={Route.useSearch().edit} />
}
