import { useEffect, useState } from 'react'
import { SEARCH_MAX_LENGTH } from '@plinth/core/schema'
import { cutAt } from '@plinth/core/format'

const TYPING_PAUSE_MS = 200
/** How many results a feature shows in the palette. */
export const FOUND_MAX = 5

/** The typed words after a pause in typing; undefined for less than two letters. */
export function useSearchWords(typed: string): string | undefined {
  const words = cutAt(typed.trim(), SEARCH_MAX_LENGTH)
  const [search, setSearch] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return search.length > 1 && words.length > 1 ? search : undefined
}
