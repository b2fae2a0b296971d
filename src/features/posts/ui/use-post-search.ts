import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FOUND_MAX, useSearchWords } from '#/components/palette-search/use-search-words.ts'
import { useTRPC } from '@plinth/core/client'

/** `words` is what found it, undefined while it is shown for what was typed before. */
type FoundPost = { id: string; title: string; excerpt: string; createdAt: Date; words: string | undefined }

/** Returns the newest matching posts while typing; none for less than two letters or on errors. */
export function usePostSearch(typed: string): readonly FoundPost[] {
  const search = useSearchWords(typed)
  const { data, isPlaceholderData } = useQuery({
    ...useTRPC().posts.list.queryOptions({ search, limit: FOUND_MAX }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  })
  if (search === undefined || !data) return []
  return data.items.map(({ id, title, excerpt, createdAt }) => ({
    ...{ id, title, excerpt, createdAt },
    words: isPlaceholderData ? undefined : search,
  }))
}
