import { createFileRoute } from '@tanstack/react-router'

/** The level that Posts and a post share in the breadcrumb. */
export const Route = createFileRoute('/dashboard/posts')({
  staticData: { access: 'posts.list', crumb: 'posts:shell.nav' },
})
