import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Markdown } from '#/components/markdown.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { EditPostForm } from './edit-post-form.tsx'
import { postsAccess } from '../posts.access.ts'
import { useDeletePost } from './use-delete-post.ts'

/** A post, with edit and delete for users who may. */
export function PostPage({ postId }: { postId: string }) {
  const t = useTranslate()
  const [editing, setEditing] = useState(false)
  const [wasEdited, setEdited] = useState(false)
  const close = () => {
    setEditing(false)
    setEdited(true)
  }
  const { data: post } = useSuspenseQuery(useTRPC().posts.get.queryOptions({ id: postId }))
  return (
    <article className="mx-auto grid w-full max-w-2xl gap-4">
      <Link
        to="/dashboard/posts"
        className="flex items-center gap-1.5 justify-self-start rounded-sm text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {t('posts:post.back')}
      </Link>
      {editing ? (
        <>
          <h1 className="sr-only">{t('posts:edit.title')}</h1>
          <EditPostForm post={post} onDone={close} />
        </>
      ) : (
        <>
          <h1 className="text-2xl font-semibold wrap-anywhere sm:text-3xl">{post.title}</h1>
          <PostLine post={post} focusEdit={wasEdited} onEdit={() => setEditing(true)} />
          <Markdown text={post.content} />
        </>
      )}
    </article>
  )
}

type PostLineProps = {
  post: { id: string; createdBy: { id: string; name: string } | null; createdAt: Date; updatedAt: Date }
  /** Returns the focus after the form is closed. */
  focusEdit: boolean
  onEdit: () => void
}

/** Author, date and actions of a post. */
function PostLine({ post, focusEdit, onEdit }: PostLineProps) {
  const { t, language } = useI18n()
  const object = { createdById: post.createdBy?.id ?? null }
  const mayUpdate = useMay(postsAccess.update, object)
  const mayDelete = useMay(postsAccess.delete, object)
  const { deletePost, deleting } = useDeletePost(post.id)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-muted-foreground">
        {t('posts:list.by', { name: post.createdBy?.name ?? t('posts:list.former') })} ·{' '}
        <TimeAgo at={post.createdAt} language={language} />
        {post.updatedAt > post.createdAt ? ` · ${t('posts:post.edited')}` : null}
      </p>
      <div className="flex gap-2">
        {mayUpdate ? (
          <Button variant="outline" size="sm" autoFocus={focusEdit} onClick={onEdit}>
            <Pencil className="size-4" aria-hidden="true" />
            {t('posts:post.edit')}
          </Button>
        ) : null}
        {mayDelete ? (
          <Button variant="ghost" size="sm" aria-disabled={deleting} onClick={deletePost}>
            <Trash2 className="size-4" aria-hidden="true" />
            {t('posts:post.delete')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
