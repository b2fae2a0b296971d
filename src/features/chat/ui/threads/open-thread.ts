import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { type Trpc, isMissing } from '@plinth/core/client'
import { MESSAGES_MAX_BYTES } from '../../chat-limits.ts'
import { chatPath, type ChatPage } from '../../chat-pages.ts'
import { AnswerText } from '../messages/lazy-answer-text.ts'
import { messagePages, threadPages } from './thread-queries.ts'

type Queries = { queryClient: QueryClient; trpc: Trpc }
type Opened = { page: ChatPage; id: string | undefined; cause: 'enter' | 'stay' | 'preload' }

/** A message that is larger than others may be together. The browser asks for it itself. */
const isLarge = (messages: readonly unknown[]) => JSON.stringify(messages).length > 1.5 * MESSAGES_MAX_BYTES

/**
 * Prefetches the threads, the models and the thread in the URL. Skipped while the user stays on the page: a
 * new thread gets its URL during its first response, which must not wait. Throws notFound for an unknown
 * thread and redirects to the right page for a thread of another chat page.
 */
export async function openThread({ queryClient, trpc }: Queries, { page, id, cause }: Opened): Promise<void> {
  if (cause === 'stay') return
  const opened =
    id === undefined
      ? undefined
      : queryClient.infiniteQuery({ ...messagePages(trpc, id), pages: 1, staleTime: 0 })
  try {
    const [found] = await Promise.all([
      opened,
      queryClient.infiniteQuery({ ...threadPages(trpc), staleTime: 'static' }),
      queryClient.query({ ...trpc.chats.models.queryOptions(), staleTime: 'static' }),
      queryClient.query({ ...trpc.chats.usage.queryOptions(), staleTime: 0 }),
      opened && AnswerText.preload?.(),
    ])
    const thread = found?.pages[0]
    if (thread && thread.page !== page)
      throw redirect({ to: chatPath(thread.page), search: { thread: thread.id } })
    if (import.meta.env.SSR && thread && isLarge(thread.messages))
      queryClient.removeQueries({ queryKey: messagePages(trpc, thread.id).queryKey })
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
