import type { AnyRouter } from '@tanstack/react-router'
import { keepDrafts } from '#/components/form/form-drafts.ts'
import { toastOnArrival } from '#/components/toast.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { RouterContext } from './query-client/router-context.ts'

let isLeft = false
let hasOwnAct = false

/** An act of this page ends its session and leads on by itself: until that is refused, nothing else does. */
export function setPageLeaving(next: boolean): void {
  hasOwnAct = next
}

/**
 * Leaves the page of a user who is not signed in here any more: for the sign-in page, which leads back, or
 * for the page of the user who is. A whole navigation, so that nothing of the one is left for the other; what
 * was typed is kept. False while an act of the page itself leads away.
 */
export function leavePage(router: AnyRouter, next: Viewer | null): boolean {
  if (hasOwnAct || isLeft) return isLeft
  isLeft = true
  // Who goes back would find this page as it was left: it does nothing any more.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  keepDrafts()
  const { i18n } = router.options.context as RouterContext
  if (next === null)
    location.assign(`/login?${new URLSearchParams({ redirect: router.latestLocation.href })}`)
  else {
    toastOnArrival('info', i18n.t('app:accounts.now', { name: next.name }))
    if (showsOneItem(router)) location.assign('/dashboard')
    else location.reload()
  }
  return true
}

/** What has an id belongs to the workspace that is left. */
export function showsOneItem(router: AnyRouter): boolean {
  const page = router.state.matches.at(-1) as { params: object } | undefined
  return Object.keys(page?.params ?? {}).length > 0
}
