import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { emptyPost } from '../posts.schema.ts'
import { PostForm } from './post-form.tsx'

/** Creates a post. Repeated sends are safe: all tries of one text have the same idempotency key. */
export function CreatePostForm({ onDone }: { onDone: () => void }) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [sent, setSent] = useState({ text: '', idempotencyKey: '' })
  const createPost = useMutation(trpc.posts.create.mutationOptions())
  return (
    <PostForm
      of="new"
      initial={emptyPost}
      label={t('posts:create.title')}
      submit={{ label: t('posts:create.submit'), pending: t('posts:create.pending') }}
      onCancel={onDone}
      onSubmit={async (post) => {
        const text = JSON.stringify(post)
        const idempotencyKey = text === sent.text ? sent.idempotencyKey : crypto.randomUUID()
        setSent({ text, idempotencyKey })
        await createPost.mutateAsync({ ...post, idempotencyKey })
        void showToast('success', t('posts:create.done'))
        await queries.invalidateQueries(trpc.posts.list.pathFilter())
        onDone()
      }}
    />
  )
}
