import { createFileRoute } from '@tanstack/react-router'
import { openThread } from '#/app/pages/open-thread.ts'
import { RagPage } from '#/app/pages/rag-page.tsx'
import { titled } from '#/app/shell/document/root-head.ts'
import { MissingItem } from '#/app/shell/missing-item.tsx'
import { chatSearch } from '#/features/chat/index.ts'

export const Route = createFileRoute('/dashboard/chat/rag')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  beforeLoad: ({ context }) => context.i18n.load(['documents', 'chat', 'ai']),
  loader: async ({ context, deps, cause }) =>
    openThread(await context.queries.ready(), { page: 'rag', id: deps.thread, cause }),
  head: ({ match }) => titled(match.context.i18n.t('chat:pages.ragTitle')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'chats.list', crumb: 'chat:pages.ragTitle', shape: 'chat' },
})

function Page() {
  return <RagPage thread={Route.useSearch().thread} />
}
