import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#/components/empty-state.tsx'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { Page } from '#/components/page.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTRPC } from '@plinth/core/client'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { failureOf } from '@plinth/core/page'
import { useNearEnd } from '#/components/use-near-end.ts'
import { PostActions } from './post-actions.tsx'
import { PostRow } from './post-row.tsx'
import { postPages } from './post-pages.ts'
import { postsAccess } from '../posts.access.ts'
import { SEARCH_MAX_LENGTH } from '@plinth/core/schema'
import type { PostsSearch } from './posts-search.ts'
import { rowMotion } from '#/components/row-motion.ts'
import { useLivePosts } from './use-live-posts.ts'

/** The posts of the workspace, newest first or by search. Updates live. */
export function PostsPage({ q }: PostsSearch) {
  const t = useTranslate()
  const navigate = useNavigate()
  const mayCreate = useMay(postsAccess.create)
  const isPersonal = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.organizationId === null,
  })
  const { data } = useInfiniteQuery({ ...postPages(useTRPC(), q), placeholderData: keepPreviousData })
  const hasNone = !q && data?.pages[0]?.items.length === 0
  useLivePosts()
  const search = (text: string | undefined) =>
    void navigate({ to: '/dashboard/posts', search: { q: text || undefined }, replace: true })
  const write = mayCreate ? (
    <Link to="/dashboard/posts/new" className={buttonVariants()}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {t('posts:list.new')}
    </Link>
  ) : null
  return (
    <Page
      title={t('posts:list.title')}
      intro={t(isPersonal ? 'posts:list.introPersonal' : 'posts:list.intro')}
      action={hasNone ? null : write}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {hasNone ? null : (
          <SearchField
            label={t('posts:list.search')}
            clearLabel={t('posts:list.clearSearch')}
            value={q ?? ''}
            maxLength={SEARCH_MAX_LENGTH}
            onSearch={search}
          />
        )}
        <PostList
          q={q}
          onClear={() => search(undefined)}
          empty={
            <EmptyState title={t('posts:list.emptyTitle')} text={t('posts:list.emptyText')} action={write} />
          }
        />
      </div>
    </Page>
  )
}

const card = 'overflow-clip rounded-xl border border-border bg-card'

type PostListProps = { q: string | undefined; empty: ReactNode; onClear: () => void }

/** The list, which loads the next page near its end or by the button. The posts stay while a search loads. */
function PostList({ q, empty, onClear }: PostListProps) {
  const t = useTranslate()
  const pages = useInfiniteQuery({ ...postPages(useTRPC(), q), placeholderData: keepPreviousData })
  const items = pages.data?.pages.flatMap((page) => page.items)
  const failure = pages.error ? failureOf(pages.error) : undefined
  // Not during a refetch: the next page would cancel it and lose the change that caused it. The list renders
  // again when the refetch ends.
  const more = () => {
    if (!pages.isFetching) void pages.fetchNextPage()
  }
  const endRef = useNearEnd(more, pages.hasNextPage && !failure)
  const nothing = q ? (
    <EmptyState
      media={<SearchX className="size-6" aria-hidden="true" />}
      title={t('posts:list.nothingFound', { q })}
      text={t('posts:list.nothingFoundText')}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('posts:list.showAll')}
        </Button>
      }
    />
  ) : (
    empty
  )
  return (
    <LoadState
      // An empty list says nothing about the search that loads.
      data={pages.isPlaceholderData && items?.length === 0 ? undefined : items}
      failure={failure}
      onRetry={() => void pages.refetch()}
      skeleton={
        <div className={card}>
          <RowsSkeleton isText count={8} />
        </div>
      }
    >
      {(posts) =>
        posts.length === 0 ? (
          nothing
        ) : (
          <>
            <ul
              ref={rowMotion}
              aria-busy={pages.isPlaceholderData}
              className={cn(
                card,
                'divide-y divide-border/60 transition-opacity duration-180',
                pages.isPlaceholderData && 'opacity-60 delay-200',
              )}
            >
              {posts.map((post) => (
                <li key={post.id}>
                  <PostRow post={post} actions={<PostActions post={post} />} />
                </li>
              ))}
            </ul>
            <MoreButton
              ref={endRef}
              pages={pages}
              failure={failure}
              label={failure ? t('posts:list.retry') : t('posts:list.more')}
              pendingLabel={t('posts:list.loadingMore')}
            />
          </>
        )
      }
    </LoadState>
  )
}
