import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTRPC } from '@plinth/core/trpc/react.tsx'
import { SEARCH_MAX_LENGTH } from '@plinth/core/lib/search-params.ts'
import { cutAt } from '@plinth/core/lib/shorten.ts'

const TYPING_PAUSE_MS = 200
const SHOWN = 5
/** `words` is what found it, undefined while it is shown for what was typed before. */
type FoundPost = { id: string; title: string; words: string | undefined }

/** Returns the newest matching posts while typing; none for less than two letters or on errors. */
export function usePostSearch(typed: string): readonly FoundPost[] {
  const words = cutAt(typed.trim(), SEARCH_MAX_LENGTH)
  const [search, setSearch] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const isAsked = search.length > 1 && words.length > 1
  const { data, isPlaceholderData } = useQuery({
    ...useTRPC().posts.list.queryOptions({ search, limit: SHOWN }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || !data) return []
  return data.items.map(({ id, title }) => ({ id, title, words: isPlaceholderData ? undefined : search }))
}
