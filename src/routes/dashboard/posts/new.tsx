import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { NewPostPage } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/posts/new')({
  beforeLoad: ({ context }) => context.i18n.load(['posts']),
  head: ({ match }) => titled(match.context.i18n.t('posts:create.title')),
  component: NewPostPage,
  staticData: { access: 'posts.create', crumb: 'posts:shell.new', shape: 'form', key: 'n' },
})
