import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { SESSION_OVER, setPageOwner } from '#/core/auth/page-fetch.ts'
import { ownerOf, type Viewer } from '#/core/auth/viewer.ts'
import { leavePage } from './leave-page.ts'
import { refreshViewer } from './query-client/refresh-viewer.ts'
import { hearOtherTabs, tellOtherTabs } from './query-client/workspace-tabs.ts'

/**
 * Ties a page to the user and workspace it was made for: its writes name them, and when the session is over
 * the page is left for the sign-in page. Null for a visitor.
 */
export function usePageOwner(viewer: Viewer | null): void {
  const router = useRouter()
  const owner = viewer ? ownerOf(viewer.actor) : undefined
  useLayoutEffect(() => {
    setPageOwner(owner)
    return () => setPageOwner(undefined)
  }, [owner])
  useEffect(() => {
    const leave = (event: Event) => {
      if (leavePage(router, null)) event.preventDefault()
    }
    addEventListener(SESSION_OVER, leave)
    return () => removeEventListener(SESSION_OVER, leave)
  }, [router])
}

/**
 * The same for a page of the signed-in area, which also follows what other tabs do with the session; and they
 * follow what made this page.
 */
export function useSessionWatch(viewer: Viewer): void {
  const router = useRouter()
  const owner = ownerOf(viewer.actor)
  usePageOwner(viewer)
  useEffect(() => tellOtherTabs({ owner }), [owner])
  useEffect(
    () => hearOtherTabs((news) => news.owner !== owner && void refreshViewer(router, { isUnasked: true })),
    [owner, router],
  )
}
