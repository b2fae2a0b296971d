import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#/components/empty-state.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { PostCard } from './post-card.tsx'
import { postPages } from './post-pages.ts'

const SHOWN = 3

/** The newest posts of the workspace, for the dashboard's home. */
export function RecentPosts() {
  const t = useTranslate()
  const { data } = useSuspenseInfiniteQuery(postPages(useTRPC()))
  const items = (data.pages[0]?.items ?? []).slice(0, SHOWN)
  const toPosts = (
    <Link
      to="/dashboard/posts"
      search={items.length === 0 ? { compose: true } : {}}
      className={buttonVariants({ variant: 'outline' })}
    >
      {t(items.length === 0 ? 'posts:list.new' : 'posts:list.all')}
    </Link>
  )
  return (
    <section aria-labelledby="recent-posts" className="grid gap-3">
      <h2 id="recent-posts" className="text-xl font-semibold">
        {t('posts:list.recent')}
      </h2>
      {items.length === 0 ? (
        <EmptyState title={t('posts:list.emptyTitle')} text={t('posts:list.emptyText')} action={toPosts} />
      ) : null}
      {items.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
      {items.length > 0 ? <div>{toPosts}</div> : null}
    </section>
  )
}
