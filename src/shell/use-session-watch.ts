import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { SESSION_OVER, setPageOwner } from '@plinth/core/client'
import { type Viewer, ownerOf } from '@plinth/core/access'
import { leavePage } from './leave-page.ts'
import { refreshViewer } from './query-client/refresh-viewer.ts'
import { hearOtherTabs, tellOtherTabs } from './query-client/workspace-tabs.ts'

/**
 * Binds a page to the user and workspace it was rendered for: its writes name both, and it goes to the
 * sign-in page when the session ends. Null for a visitor.
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
 * `usePageOwner` for the signed-in area, which also follows session changes of other tabs and announces its
 * own.
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
