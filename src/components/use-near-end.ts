import { useEffect, useRef, type RefObject } from 'react'

/**
 * Calls `more` while there is more and the element is within one screen of the viewport, again after every
 * render. Put the ref at a list's end.
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
    // A busy browser delivers several entries at once, the newest last.
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && latest.current(),
      {
        rootMargin: '100% 0px',
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  })
  return ref
}
