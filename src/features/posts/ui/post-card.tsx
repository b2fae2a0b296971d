import { Link } from '@tanstack/react-router'
import { useI18n } from '#/core/i18n/react.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'

type ListedPost = {
  id: string
  title: string
  excerpt: string
  createdBy: { id: string; name: string; image: string | null } | null
  createdAt: Date
}

export function PostCard({ post }: { post: ListedPost }) {
  const { t, language } = useI18n()
  return (
    <article className="relative grid gap-2 rounded-xl border border-border bg-card p-6 hover:border-input">
      <h2 className="text-lg font-semibold wrap-anywhere">
        <Link
          to="/dashboard/posts/$postId"
          params={{ postId: post.id }}
          className="after:absolute after:inset-0 after:rounded-xl"
        >
          {post.title}
        </Link>
      </h2>
      <p className="line-clamp-2 text-muted-foreground wrap-anywhere">{post.excerpt}</p>
      <div className="mt-1 flex items-center gap-2 text-sm text-muted-foreground">
        {post.createdBy ? <UserAvatar {...post.createdBy} className="size-5 text-[9px]" /> : null}
        <p>
          {t('posts:list.by', { name: post.createdBy?.name ?? t('posts:list.former') })} ·{' '}
          <TimeAgo at={post.createdAt} language={language} />
        </p>
      </div>
    </article>
  )
}
