import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Markdown } from '#/components/markdown/markdown.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { pageTitle } from '#/components/page-head.ts'
import { useIsOn } from '#/components/use-is-on.ts'
import { useMay } from '@plinth/core/access'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { POST_IMAGES_PATH } from '../post-images.ts'
import { postsAccess } from '../posts.access.ts'
import { useDeletePost } from './use-delete-post.ts'
import { showToast } from '#/components/toast.ts'
import type { PostFields } from '../posts.schema.ts'
import { PostForm } from './post-form.tsx'
import { useLivePosts } from './use-live-posts.ts'

type PostPageProps = {
  postId: string
  /** Whether the form is open, from the URL. */
  edit: boolean | undefined
}

/** A post, with edit and delete for users who may. */
export function PostPage({ postId, edit = false }: PostPageProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { history } = useRouter()
  const isHere = useIsOn(`/dashboard/posts/${postId}`)
  // Null until the form was opened by the button here.
  const [editing, setEditing] = useState<'open' | 'closed' | null>(null)
  const { data: post } = useSuspenseQuery(useTRPC().posts.show.queryOptions({ id: postId }))
  const isEditing = useMay(postsAccess.update, { createdById: post.createdBy?.id ?? null }) && edit
  const show = (search: { edit?: true }, replace: boolean) =>
    void navigate({ to: '/dashboard/posts/$postId', params: { postId }, search, replace })
  const open = () => {
    setEditing('open')
    show({ edit: true }, false)
  }
  const close = () => {
    if (!isHere()) return
    setEditing('closed')
    // Leaves the form's history entry, so that Back leads to the list.
    if (editing === 'open') history.back()
    else show({}, true)
  }
  return (
    <article
      className={cn(
        'grid w-full grid-cols-[minmax(0,1fr)]',
        isEditing
          ? 'max-w-3xl gap-6 has-data-previewing:xl:max-w-none'
          : 'gap-x-16 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]',
      )}
    >
      {isEditing && post.content !== null ? (
        <>
          <h1 className={pageTitle}>{t('posts:edit.title')}</h1>
          <EditPostForm post={{ ...post, content: post.content }} onDone={close} />
        </>
      ) : (
        <>
          <h1 className="text-2xl/8 font-semibold wrap-anywhere sm:text-3xl">{post.title}</h1>
          <PostLine post={post} focusEdit={editing === 'closed'} onEdit={open} />
          <Markdown
            tree={post.contentTree}
            imagesFrom={POST_IMAGES_PATH}
            className="max-w-3xl pt-6 text-lg"
          />
        </>
      )}
    </article>
  )
}

type PostLineProps = {
  post: {
    id: string
    createdBy: { id: string; name: string; image: string | null } | null
    createdAt: Date
    updatedAt: Date
  }
  /** Returns the focus after the form is closed. */
  focusEdit: boolean
  onEdit: () => void
}

/** Author, date and actions of a post: below its title, in wide windows beside the text. */
function PostLine({ post, focusEdit, onEdit }: PostLineProps) {
  const { t, language } = useI18n()
  const object = { createdById: post.createdBy?.id ?? null }
  const mayUpdate = useMay(postsAccess.update, object)
  const mayDelete = useMay(postsAccess.delete, object)
  const navigate = useNavigate()
  const isHere = useIsOn(`/dashboard/posts/${post.id}`)
  const { deletePost, deleting } = useDeletePost(post.id, async () => {
    if (isHere()) await navigate({ to: '/dashboard/posts' })
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border pt-3 pb-5 xl:sticky xl:top-22 xl:row-span-2 xl:content-start xl:self-start xl:border-b-0 xl:py-1">
      {post.createdBy ? (
        <UserAvatar {...post.createdBy} className="size-6 text-[10px] xl:size-8 xl:text-xs" />
      ) : null}
      <p className="min-w-32 flex-1 text-muted-foreground">
        <span className="font-medium whitespace-nowrap text-foreground">
          {post.createdBy?.name ?? t('posts:list.former')}
        </span>
        <span className="max-[22.5rem]:hidden xl:hidden">{' · '}</span>
        <span className="max-[22.5rem]:block xl:block">
          <TimeAgo at={post.createdAt} language={language} />
          {post.updatedAt > post.createdAt ? ` · ${t('posts:post.edited')}` : null}
        </span>
      </p>
      <div className="-mr-2.5 ml-auto flex items-center gap-1 max-sm:gap-0 xl:ml-0 xl:basis-full">
        {mayUpdate ? (
          <Button
            variant="outline"
            size="sm"
            autoFocus={focusEdit}
            onClick={onEdit}
            className="max-sm:w-11 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0! max-sm:dark:bg-transparent max-sm:text-muted-foreground max-sm:shadow-none"
          >
            <Pencil className="size-3.5 pointer-coarse:size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{t('posts:post.edit')}</span>
          </Button>
        ) : null}
        {mayDelete ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('posts:post.delete')}
            title={t('posts:post.delete')}
            aria-disabled={deleting}
            onClick={deletePost}
            className="-my-0.5 text-muted-foreground hover:text-destructive-text pointer-coarse:w-11"
          >
            <Trash2 className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
    </div>
  )
}

type EditPostFormProps = {
  post: PostFields & { id: string; updatedAt: Date }
  onDone: () => void
}

/** Updates a post. A change by somebody else shows while it is open, and neither text is lost. */
function EditPostForm({ post, onDone }: EditPostFormProps) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  useLivePosts()
  const refresh = () => queries.invalidateQueries(trpc.posts.pathFilter())
  const updatePost = useMutation(trpc.posts.update.mutationOptions({ onError: refresh }))
  return (
    <PostForm
      of={post.id}
      initial={{ title: post.title, content: post.content }}
      basedOn={post.updatedAt}
      label={t('posts:edit.title')}
      submit={{ label: t('posts:edit.submit'), pending: t('posts:edit.pending') }}
      onCancel={onDone}
      askWho={() => queries.query({ ...trpc.posts.editor.queryOptions({ id: post.id }), staleTime: 0 })}
      onSubmit={async (text, basedOn) => {
        await updatePost.mutateAsync({ id: post.id, ...text, basedOn })
        void showToast('success', t('posts:edit.done'))
        await refresh()
        onDone()
      }}
    />
  )
}
