import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '@plinth/core/texts'

export type ListedPost = {
  id: string
  title: string
  excerpt: string
  createdBy: { id: string; name: string; image: string | null } | null
  createdAt: Date
}

/** The id of the title of a post in a list. */
export const postTitleId = (id: string) => `post-${id}`

type PostRowProps = {
  post: ListedPost
  /** The author's picture without the name. */
  isCompact?: boolean
  actions?: ReactNode
}

/** A post in a list, all of it the link: 56 px high; on phones 64, with its author instead of the excerpt. */
export function PostRow({ post, isCompact = false, actions }: PostRowProps) {
  const { t, language } = useI18n()
  // On the home page the list has its own heading.
  const Title = isCompact ? 'h3' : 'h2'
  const author = post.createdBy?.name ?? t('posts:list.former')
  return (
    <article className="relative flex min-h-16 items-center gap-3 border-border px-4 transition-colors duration-[120ms] hover:bg-muted has-aria-expanded:bg-muted max-md:grid max-md:grid-cols-[fit-content(60%)_minmax(0,1fr)_auto] max-md:content-center max-md:gap-x-1 max-md:gap-y-0 md:min-h-14 md:px-5">
      <div className="min-w-0 flex-1 max-md:col-span-2">
        <Title>
          <Link
            to="/dashboard/posts/$postId"
            params={{ postId: post.id }}
            id={postTitleId(post.id)}
            className="block truncate rounded-sm font-medium after:absolute after:inset-0"
          >
            {post.title}
          </Link>
        </Title>
        <p className="truncate text-sm leading-4.5 text-muted-foreground max-md:hidden">{post.excerpt}</p>
      </div>
      {actions ? (
        <div className="row-actions relative z-1 order-last -mr-3 flex shrink-0 md:-mr-2 md:min-w-9 md:pointer-coarse:min-w-11 max-md:order-none max-md:col-start-3 max-md:row-span-2">
          {actions}
        </div>
      ) : null}
      <p
        title={isCompact ? author : undefined}
        className={`flex shrink-0 items-center gap-2 text-sm text-muted-foreground max-md:col-start-1 max-md:row-start-2 max-md:min-w-0 ${isCompact ? '' : 'md:w-36'}`}
      >
        {post.createdBy ? (
          <UserAvatar {...post.createdBy} className="size-6 text-[10px] max-md:hidden" />
        ) : (
          <span className="size-6 shrink-0 rounded-full bg-muted max-md:hidden" />
        )}
        <span className={isCompact ? 'truncate md:sr-only' : 'min-w-0 truncate'}>{author}</span>
      </p>
      <p className="shrink-0 text-sm whitespace-nowrap text-muted-foreground tabular-nums max-md:col-start-2 max-md:row-start-2 max-md:before:content-['·_'] md:min-w-22 md:text-right">
        <TimeAgo at={post.createdAt} language={language} />
      </p>
    </article>
  )
}
