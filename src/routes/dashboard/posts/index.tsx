import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '#/shell/load-rows.ts'
import { titled } from '#/shell/document/root-head.ts'
import { postPages, PostsPage, postsSearch } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/posts/')({
  validateSearch: postsSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  beforeLoad: ({ context }) => context.i18n.load(['posts']),
  loader: ({ context, cause, deps }) =>
    loadList({ context, cause }, ({ queryClient, trpc }) =>
      queryClient.infiniteQuery({ ...postPages(trpc, deps.q), staleTime: 'static' }),
    ),
  head: ({ match }) => titled(match.context.i18n.t('posts:list.title')),
  component: Posts,
  staticData: { access: 'posts.list', crumb: 'posts:shell.nav', shape: 'list' },
})

function Posts() {
  return <PostsPage {...Route.useSearch()} />
}
