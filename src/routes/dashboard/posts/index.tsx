import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { postPages, PostsPage, postsSearch } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/posts/')({
  validateSearch: postsSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  beforeLoad: ({ context }) => context.i18n.load(['posts']),
  loader: async ({ context, deps, cause }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const pages = queryClient.infiniteQuery({ ...postPages(trpc, deps.q), staleTime: 'static' })
    // The current posts and the search box stay while a search loads.
    if (cause === 'stay') void pages.catch(() => {})
    else await pages
  },
  head: ({ match }) => titled(match.context.i18n.t('posts:list.title')),
  component: Posts,
  staticData: { access: 'posts.list', shape: 'list' },
})

function Posts() {
  return <PostsPage {...Route.useSearch()} />
}
