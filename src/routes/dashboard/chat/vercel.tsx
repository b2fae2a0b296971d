import { createFileRoute } from '@tanstack/react-router'
import { chatParts } from '#/shell/slots/chat.ts'
import { titled } from '#/shell/document/root-head.ts'
import { TemporaryChat } from '#/features/chat/index.ts'

export const Route = createFileRoute('/dashboard/chat/vercel')({
  beforeLoad: ({ context }) => context.i18n.load(['chat', 'page:chat']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.query({ ...trpc.chats.models.queryOptions(), staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('chat:shell.vercelTitle')),
  component: () => <TemporaryChat parts={chatParts} />,
  staticData: { access: 'chats.send', crumb: 'chat:shell.vercelTitle', shape: 'conversation' },
})
