import { createFileRoute } from '@tanstack/react-router'
import { chatParts } from '#/shell/slots/chat.ts'
import { titled } from '#/shell/document/root-head.ts'
import { MissingItem } from '#/shell/missing-item.tsx'
import { chatSearch, openThread } from '#/features/chat/index.ts'
import { DocumentsChat } from '#/features/documents/index.ts'

export const Route = createFileRoute('/dashboard/chat/rag')({
  validateSearch: chatSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  beforeLoad: ({ context }) => context.i18n.load(['chat', 'documents', 'page:chat']),
  loader: async ({ context, deps, cause }) =>
    openThread(await context.queries.ready(), { page: 'rag', id: deps.thread, cause }),
  head: ({ match }) => titled(match.context.i18n.t('chat:shell.ragTitle')),
  component: Page,
  notFoundComponent: MissingItem,
  staticData: { access: 'chats.list', crumb: 'chat:shell.ragTitle', shape: 'threads' },
})

function Page() {
  return <DocumentsChat thread={Route.useSearch().thread} parts={chatParts} />
}
