import { createFileRoute } from '@tanstack/react-router'
import { openThread } from '#/app/pages/open-thread.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { MissingItem } from '#/app/shell/missing-item.tsx'
import { ChatPage, chatSearch } from '#/features/chat/index.ts'

export const Route = createFileRoute('/dashboard/chat/')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  beforeLoad: ({ context }) => context.i18n.load(['chat', 'ai']),
  loader: async ({ context, deps, cause }) =>
    openThread(await context.queries.ready(), { page: 'general', id: deps.thread, cause }),
  head: ({ match }) => titled(match.context.i18n.t('chat:pages.generalTitle')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'chats.list', crumb: 'chat:shell.nav', shape: 'chat' },
})

function Page() {
  return <ChatPage page="general" thread={Route.useSearch().thread} />
}
