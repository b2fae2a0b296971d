import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTRPC } from '#/core/trpc/react.tsx'
import { SEARCH_MAX_LENGTH } from '#/lib/search-params.ts'

const TYPING_PAUSE_MS = 200
const SHOWN = 5
const NOTHING: readonly { id: string; title: string }[] = []

/** Returns the newest matching posts while typing; none for less than two letters or on errors. */
export function usePostSearch(typed: string): readonly { id: string; title: string }[] {
  const words = typed.trim().slice(0, SEARCH_MAX_LENGTH)
  const [search, setSearch] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const isAsked = search.length > 1 && words.length > 1
  const { data } = useQuery({
    ...useTRPC().posts.list.queryOptions({ search, limit: SHOWN }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return isAsked ? (data?.items ?? NOTHING) : NOTHING
}
