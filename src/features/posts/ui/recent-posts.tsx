import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { EmptyState } from '#/components/empty-state.tsx'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { Panel } from '#/components/panel.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { stateOf, useTRPC } from '@plinth/core/client'
import { PostRow } from './post-row.tsx'
import { recentPosts } from './post-pages.ts'
import { rowMotion } from '#/components/row-motion.ts'

/** The newest posts of the workspace, for the dashboard's home. */
export function RecentPosts() {
  const t = useTranslate()
  const query = useQuery(recentPosts(useTRPC()))
  const all = (
    <Link
      to="/dashboard/posts"
      className={buttonVariants({ variant: 'ghost', size: 'sm', className: '-mr-3' })}
    >
      {t('posts:list.all')}
      <ArrowRight className="size-3.5" aria-hidden="true" />
    </Link>
  )
  const write = (
    <Link to="/dashboard/posts/new" className={buttonVariants({ variant: 'outline' })}>
      {t('posts:list.new')}
    </Link>
  )
  return (
    <Panel id="recent-posts" title={t('posts:list.recent')} aside={query.data?.length === 0 ? null : all}>
      <LoadState {...stateOf(query)} isInCard skeleton={<RowsSkeleton isText count={5} />}>
        {(posts) =>
          posts.length === 0 ? (
            <EmptyState
              title={t('posts:list.emptyTitle')}
              text={t('posts:list.emptyText')}
              action={write}
              isInCard
            />
          ) : (
            <ul ref={rowMotion} className="divide-y divide-border/60">
              {posts.map((post) => (
                <li key={post.id}>
                  <PostRow post={post} isCompact />
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </Panel>
  )
}
