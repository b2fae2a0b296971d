import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { FOUND_MAX, useSearchWords } from '#/components/palette-search/use-search-words.ts'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTRPC } from '@plinth/core/client'
import { chatPath } from './chat-pages.ts'

export const commands: FeatureCommands = {
  heading: 'chat:shell.nav',
  order: 30,
  useCommands({ typed }) {
    const navigate = useNavigate()
    const search = useSearchWords(typed)
    const { data, isPlaceholderData } = useQuery({
      ...useTRPC().chats.list.queryOptions({ search, limit: FOUND_MAX }),
      enabled: search !== undefined,
      placeholderData: keepPreviousData,
    })
    if (search === undefined || !data) return []
    return data.items.map(({ id, title, page, updatedAt }) => ({
      id,
      Icon: MessagesSquare,
      text: title,
      at: updatedAt,
      words: isPlaceholderData ? undefined : search,
      run: () => navigate({ to: chatPath(page), search: { thread: id } }),
    }))
  },
}
