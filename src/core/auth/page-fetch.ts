import { OWNER_PARAM } from './viewer.ts'

/**
 * Fired on the window when the session of the page turns out to be over. Who leaves the page prevents its
 * default.
 */
export const SESSION_OVER = 'session-over'
/**
 * Fired on the window when a write was refused because the session is another user's or in another workspace.
 */
export const PAGE_OUTDATED = 'page-outdated'

/**
 * Fired on the window when a write of the page has succeeded. Its detail is when the write began, by
 * `performance.now()`.
 */
export const WRITE_DONE = 'write-done'

let owner: string | undefined

/**
 * The user and workspace that the page on screen was made for, as `ownerOf` writes them; undefined for a
 * visitor's.
 */
export function setPageOwner(next: string | undefined): void {
  owner = next
}

/** Writes for another owner than the page's: where an act of this very page has just moved the session. */
export async function writeFor(next: string, write: () => Promise<unknown>): Promise<void> {
  const before = owner
  owner = next
  await write().finally(() => (owner = before))
}

/** The address for a write, with the owner of the page it comes from. */
export function writeUrl(url: string): string {
  if (owner === undefined) return url
  return `${url}${url.includes('?') ? '&' : '?'}${OWNER_PARAM}=${encodeURIComponent(owner)}`
}

/**
 * Tells the page of an answer that is not for it any more. True when the page is being left: then nothing may
 * come of the request, no error and no empty form.
 */
export function noticeAnswer(status: number, text: string): boolean {
  if (owner === undefined || ![207, 401, 409].includes(status)) return false
  if (text.includes('"errors:otherAccount"')) dispatchEvent(new Event(PAGE_OUTDATED))
  return (
    text.includes('"errors:signInFirst"') && !dispatchEvent(new Event(SESSION_OVER, { cancelable: true }))
  )
}

/** Every request of a page to this application. */
export const pageFetch: typeof fetch = async (input, init) => {
  const isWrite = init?.method === 'POST' && !(input instanceof Request)
  const began = performance.now()
  const response = await fetch(isWrite ? writeUrl(String(input)) : input, { ...init, credentials: 'include' })
  if (response.ok && response.status !== 207) {
    if (isWrite && owner !== undefined) dispatchEvent(new CustomEvent<number>(WRITE_DONE, { detail: began }))
    return response
  }
  const isLeft = noticeAnswer(response.status, await response.clone().text())
  return isLeft ? new Promise(() => {}) : response
}
