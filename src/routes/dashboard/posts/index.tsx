import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { may } from '#/core/access/access.ts'
import { postPages, postsAccess, PostsPage, postsSearch } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/posts/')({
  validateSearch: postsSearch,
  loaderDeps: ({ search: { q, compose } }) => ({ q, compose }),
  beforeLoad: ({ context }) => context.i18n.load(['posts']),
  loader: async ({ context, deps }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.infiniteQuery({ ...postPages(trpc, deps.q), staleTime: 'static' })
    const isNew = deps.compose && context.viewer && may(context.viewer.actor, postsAccess.create)
    return isNew ? { title: context.i18n.t('posts:create.title') } : {}
  },
  head: ({ loaderData, match }) => titled(loaderData?.title ?? match.context.i18n.t('posts:list.title')),
  component: Posts,
  staticData: { access: 'posts.list', shape: 'list' },
})

function Posts() {
  return <PostsPage {...Route.useSearch()} />
}
