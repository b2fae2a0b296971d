import { createFileRoute, notFound } from '@tanstack/react-router'
import { chatParts } from '#/app/registry/chat.ts'
import { sources } from '#/app/registry/sources.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { MissingItem } from '#/app/shell/missing-item.tsx'
import { chatSearch, openThread, RagPage } from '#/features/chat/index.ts'

export const Route = createFileRoute('/dashboard/chat/rag')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  beforeLoad: ({ context }) => context.i18n.load(['chat', 'page:chat']),
  loader: async ({ context, deps, cause }) => {
    if (!sources) throw notFound()
    const queries = await context.queries.ready()
    await Promise.all([
      context.i18n.load([sources.namespace]),
      openThread(queries, { page: 'rag', id: deps.thread, cause }),
    ])
  },
  head: ({ match }) => titled(match.context.i18n.t('chat:shell.ragTitle')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'chats.list', crumb: 'chat:shell.ragTitle', shape: 'threads' },
})

function Page() {
  const { thread } = Route.useSearch()
  return sources ? <RagPage thread={thread} parts={chatParts} sources={sources} /> : null
}
