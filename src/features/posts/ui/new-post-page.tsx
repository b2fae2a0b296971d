import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { pageTitle } from '#/components/page-head.ts'
import { showToast } from '#/components/toast.ts'
import { useIsOn } from '#/components/use-is-on.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { emptyPost } from '../posts.schema.ts'
import { PostForm } from './post-form.tsx'

/** The form of a new post. Retries are safe: all attempts for one text share an idempotency key. */
export function NewPostPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [sent, setSent] = useState({ text: '', idempotencyKey: '' })
  const createPost = useMutation(trpc.posts.create.mutationOptions())
  const isHere = useIsOn('/dashboard/posts/new')
  const toPosts = () => navigate({ to: '/dashboard/posts', replace: true })
  return (
    <div className="grid w-full max-w-3xl has-data-previewing:xl:max-w-none gap-6">
      <h1 className={pageTitle}>{t('posts:create.title')}</h1>
      <PostForm
        of="new"
        initial={emptyPost}
        label={t('posts:create.title')}
        submit={{ label: t('posts:create.submit'), pending: t('posts:create.pending') }}
        onCancel={() => (canGoBack ? history.back() : void toPosts())}
        onSubmit={async (post) => {
          const text = JSON.stringify(post)
          const idempotencyKey = text === sent.text ? sent.idempotencyKey : crypto.randomUUID()
          setSent({ text, idempotencyKey })
          await createPost.mutateAsync({ ...post, idempotencyKey })
          void showToast('success', t('posts:create.done'))
          await queries.invalidateQueries(trpc.posts.pathFilter())
          if (isHere()) await toPosts()
        }}
      />
    </div>
  )
}
