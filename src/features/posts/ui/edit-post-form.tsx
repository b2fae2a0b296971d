import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { fieldsOfPost, type PostFields } from '../posts.schema.ts'
import { PostForm } from './post-form.tsx'

type EditPostFormProps = {
  post: PostFields & { id: string; updatedAt: Date }
  onDone: () => void
}

/** Updates a post. A concurrent change is not overwritten, and the typed text stays. */
export function EditPostForm({ post, onDone }: EditPostFormProps) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.posts.pathFilter())
  const updatePost = useMutation(trpc.posts.update.mutationOptions({ onError: refresh }))
  return (
    <PostForm
      of={post.id}
      initial={fieldsOfPost(post)}
      basedOn={post.updatedAt}
      label={t('posts:edit.title')}
      submit={{ label: t('posts:edit.submit'), pending: t('posts:edit.pending') }}
      onCancel={onDone}
      onSubmit={async (text, basedOn) => {
        await updatePost.mutateAsync({ id: post.id, ...text, basedOn })
        void showToast('success', t('posts:edit.done'))
        await refresh()
        onDone()
      }}
    />
  )
}
