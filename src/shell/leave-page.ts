import type { AnyRouter } from '@tanstack/react-router'
import { keepDrafts } from '#/components/form/form-drafts.ts'
import { toastOnArrival } from '#/components/toast.ts'
import type { Viewer } from '@plinth/core/access'
import type { RouterContext } from './query-client/router-context.ts'

let isLeft = false
let hasOwnAct = false

/** Set while the page ends its own session and navigates, so that nothing else leaves the page. */
export function setPageLeaving(next: boolean): void {
  hasOwnAct = next
}

/**
 * Leaves the page of a user whose session is gone: to the sign-in page, which says so and returns here, or to
 * a page of the user who is signed in now. Uses a full navigation, so that no data of one user is left for
 * the other; drafts are kept. Returns false while the page navigates by itself.
 */
export function leavePage(router: AnyRouter, next: Viewer | null): boolean {
  if (hasOwnAct || isLeft) return isLeft
  isLeft = true
  // The back button would restore this page from the cache without a session.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  keepDrafts()
  const { i18n } = router.options.context as RouterContext
  if (next === null)
    location.assign(`/login?${new URLSearchParams({ redirect: router.latestLocation.href, ended: '1' })}`)
  else {
    toastOnArrival('info', i18n.t('app:accounts.now', { name: next.name }))
    if (showsOneItem(router)) location.assign('/dashboard')
    else location.reload()
  }
  return true
}

/** Whether the URL holds an id, which belongs to the old workspace. */
export function showsOneItem(router: AnyRouter): boolean {
  const page = router.state.matches.at(-1) as { params: object } | undefined
  return Object.keys(page?.params ?? {}).length > 0
}
