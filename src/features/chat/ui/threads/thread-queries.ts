import { infiniteQueryOptions, replaceEqualDeep, type InfiniteData } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'

export type ListedThread = RouterOutput['chats']['list']['items'][number]

/** The threads of the workspace as pages, last updated first. Every chat page lists all of them. */
export const threadPages = (trpc: Trpc, search?: string) =>
  infiniteQueryOptions(
    trpc.chats.list.infiniteQueryOptions(search ? { search } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
  )

type OpenThread = InfiniteData<RouterOutput['chats']['get']>

/** A thread as pages of messages: the newest ones, then those before them. */
export const messagePages = (trpc: Trpc, id: string) =>
  infiniteQueryOptions(
    trpc.chats.get.infiniteQueryOptions(
      { id },
      {
        getNextPageParam: (page) => page.nextCursor,
        structuralSharing: (old, fresh) => shareMessages(old as OpenThread | undefined, fresh as OpenThread),
      },
    ),
  )

/** The loaded messages, oldest first. */
export const messagesIn = ({ pages }: OpenThread) => pages.toReversed().flatMap(({ messages }) => messages)

/** Keeps the objects of messages that have not changed, wherever in the pages they are now. */
function shareMessages(old: OpenThread | undefined, fresh: OpenThread): OpenThread {
  if (!old) return fresh
  const known = new Map(messagesIn(old).map((message) => [message.id, message]))
  const pages = fresh.pages.map((page) => ({
    ...page,
    messages: page.messages.map((message) => replaceEqualDeep(known.get(message.id), message)),
  }))
  return replaceEqualDeep(old, { ...fresh, pages })
}
