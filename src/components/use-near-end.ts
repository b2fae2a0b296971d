import { useEffect, useRef, type RefObject } from 'react'

/**
 * Calls `more` when the element is within one screen of the viewport, while there is more. Put the ref at a
 * list's end.
 */
export function useNearEnd(more: () => void, hasMore: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(more)
  useEffect(() => {
    latest.current = more
  })
  useEffect(() => {
    const element = ref.current
    if (!element || !hasMore) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '100% 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return ref
}
