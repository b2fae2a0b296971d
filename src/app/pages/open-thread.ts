import { notFound, redirect } from '@tanstack/react-router'
import { isMissing } from '#/core/trpc/failure.ts'
import { chatPaths, threadPages, type ChatPageName } from '#/features/chat/index.ts'
import type { Data } from '../shell/query-client/router-context.ts'

type Opened = { page: ChatPageName; id: string | undefined; cause: 'enter' | 'stay' | 'preload' }

/**
 * Fetches what a page of the chat shows: the threads, the models, and the thread of its address. Whoever is
 * on the page already sees that one come: a new thread gets its address in mid-answer, which must not wait.
 * Throws notFound for a thread that is not there, and leads to the page of one that was begun on another.
 */
export async function openThread({ queryClient, trpc }: Data, { page, id, cause }: Opened): Promise<void> {
  if (cause === 'stay') return
  const opened =
    id === undefined ? undefined : queryClient.query({ ...trpc.chats.get.queryOptions({ id }), staleTime: 0 })
  try {
    const [thread] = await Promise.all([
      opened,
      queryClient.infiniteQuery({ ...threadPages(trpc), staleTime: 'static' }),
      queryClient.query({ ...trpc.chats.models.queryOptions(), staleTime: 'static' }),
      queryClient.query({ ...trpc.chats.usage.queryOptions(), staleTime: 0 }),
    ])
    if (thread && thread.page !== page)
      throw redirect({ to: chatPaths[thread.page], search: { thread: thread.id } })
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
