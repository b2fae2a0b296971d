import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '#/components/empty-state.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { Page } from '#/components/page.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { useNearEnd } from '#/components/use-near-end.ts'
import { CreatePostForm } from './create-post-form.tsx'
import { PostCard } from './post-card.tsx'
import { postPages } from './post-pages.ts'
import { postsAccess } from './posts.access.ts'
import { SEARCH_MAX_LENGTH, type PostsSearch } from './posts-search.ts'

/** Every post of the workspace, newest first, or those that hold the words searched for; and the form for a new one. What is shown stands in the address. */
export function PostsPage({ q, compose }: PostsSearch) {
  const t = useTranslate()
  const navigate = useNavigate()
  const mayCreate = useMay(postsAccess.create)
  const show = (search: PostsSearch) => void navigate({ to: '/dashboard/posts', search: (now) => ({ ...now, ...search }), replace: true })
  // Whoever has closed the form finds the focus where it was opened, not lost with it.
  const [wasClosed, setClosed] = useState(false)
  const close = () => {
    setClosed(true)
    show({ compose: undefined })
  }
  const write = (autoFocus = false) =>
    mayCreate && !compose ? (
      <Button autoFocus={autoFocus} onClick={() => show({ compose: true })}>
        {t('posts:list.new')}
      </Button>
    ) : null
  return (
    <Page title={t('posts:list.title')} intro={t('posts:list.intro')} action={write(wasClosed)}>
      {compose && mayCreate ? <CreatePostForm onDone={close} /> : null}
      <SearchField
        label={t('posts:list.search')}
        clearLabel={t('posts:list.clearSearch')}
        value={q ?? ''}
        maxLength={SEARCH_MAX_LENGTH}
        onSearch={(text) => show({ q: text || undefined })}
      />
      <PostList q={q} empty={compose ? null : <EmptyState title={t('posts:list.emptyTitle')} text={t('posts:list.emptyText')} action={write()} />} />
    </Page>
  )
}

/** The list, a page at a time: the next comes as its end comes into view, and by the button. */
function PostList({ q, empty }: { q: string | undefined; empty: React.ReactNode }) {
  const t = useTranslate()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, error } = useSuspenseInfiniteQuery(postPages(useTRPC(), q))
  const items = data.pages.flatMap((page) => page.items)
  const failure = error ? failureOf(error) : undefined
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage()
  }
  const endRef = useNearEnd(more, hasNextPage && !failure)
  if (items.length === 0) return q ? <EmptyState title={t('posts:list.nothingFound', { q })} text={t('posts:list.nothingFoundText')} /> : empty
  return (
    <>
      <ul className="grid gap-3">
        {items.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      {failure ? <Alert kind="danger">{t(failure.code as TranslationKey, failure.params)}</Alert> : null}
      {hasNextPage ? (
        <div ref={endRef}>
          <Button variant="secondary" aria-disabled={isFetchingNextPage} onClick={more}>
            {isFetchingNextPage ? t('posts:list.loadingMore') : failure ? t('posts:list.retry') : t('posts:list.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
