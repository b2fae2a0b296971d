import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { PostForm } from './post-form.tsx'

const empty = { title: '', content: '' }

/** Creates a post. Repeated sends are safe: all tries of one text have the same idempotency key. */
export function CreatePostForm({ onDone }: { onDone: () => void }) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [sent, setSent] = useState({ ...empty, idempotencyKey: '' })
  const createPost = useMutation(trpc.posts.create.mutationOptions())
  return (
    <PostForm
      of="new"
      initial={empty}
      label={t('posts:create.title')}
      submit={{ label: t('posts:create.submit'), pending: t('posts:create.pending') }}
      onCancel={onDone}
      onSubmit={async (post) => {
        const isSame = post.title === sent.title && post.content === sent.content
        const attempt = { ...post, idempotencyKey: isSame ? sent.idempotencyKey : crypto.randomUUID() }
        setSent(attempt)
        await createPost.mutateAsync(attempt)
        void showToast('success', t('posts:create.done'))
        await queries.invalidateQueries(trpc.posts.list.pathFilter())
        onDone()
      }}
    />
  )
}
