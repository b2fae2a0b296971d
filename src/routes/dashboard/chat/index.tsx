import { createFileRoute } from '@tanstack/react-router'
import { chatParts } from '#/shell/slots/chat.ts'
import { titled } from '#/shell/document/root-head.ts'
import { MissingItem } from '#/shell/missing-item.tsx'
import { ChatPage, chatSearch, openThread } from '#/features/chat/index.ts'

export const Route = createFileRoute('/dashboard/chat/')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  beforeLoad: ({ context }) => context.i18n.load(['chat', 'page:chat']),
  loader: async ({ context, deps, cause }) =>
    openThread(await context.queries.ready(), { page: 'general', id: deps.thread, cause }),
  head: ({ match }) => titled(match.context.i18n.t('chat:shell.generalTitle')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'chats.list', crumb: 'chat:shell.nav', shape: 'threads' },
})

function Page() {
  return <ChatPage page="general" thread={Route.useSearch().thread} parts={chatParts} />
}
