import { reachServer } from '#/http/reach-server.ts'
import { OWNER_PARAM } from './viewer.ts'

/**
 * Fired on the window when the page's session has ended. A listener that leaves the page prevents the
 * default.
 */
export const SESSION_OVER = 'session-over'
/** Fired on the window when a write was rejected because the session has another user or workspace now. */
export const PAGE_OUTDATED = 'page-outdated'

/**
 * Fired on the window when a write of the page has succeeded. `detail` is when the write began, by
 * `performance.now()`.
 */
export const WRITE_DONE = 'write-done'

let owner: string | undefined

/**
 * Sets the user and workspace the current page was rendered for, in the format of `ownerOf`; undefined for a
 * visitor.
 */
export function setPageOwner(next: string | undefined): void {
  owner = next
}

/** Runs a write for an owner other than the page's, after the page itself has switched the session. */
export async function writeFor(next: string, write: () => Promise<unknown>): Promise<void> {
  const before = owner
  owner = next
  await write().finally(() => (owner = before))
}

/** Returns the URL for a write, with the page's owner as a parameter. */
export function writeUrl(url: string): string {
  if (owner === undefined) return url
  return `${url}${url.includes('?') ? '&' : '?'}${OWNER_PARAM}=${encodeURIComponent(owner)}`
}

/**
 * Fires an event when a response shows that the page's session has ended or changed. Returns true when the
 * page is being left: the caller must then ignore the response and show neither an error nor an empty form.
 */
export function noticeAnswer(status: number, text: string): boolean {
  if (owner === undefined || ![207, 401, 409].includes(status)) return false
  if (text.includes('"errors:otherAccount"')) dispatchEvent(new Event(PAGE_OUTDATED))
  return (
    text.includes('"errors:signInFirst"') && !dispatchEvent(new Event(SESSION_OVER, { cancelable: true }))
  )
}

/**
 * Sends a page's request to this application. Never resolves when the page is being left. Throws OfflineError
 * without a response.
 */
export const pageFetch: typeof fetch = async (input, init) => {
  const isWrite = init?.method === 'POST' && !(input instanceof Request)
  const began = performance.now()
  const url = isWrite ? writeUrl(String(input)) : input
  const response = await reachServer(url, { ...init, credentials: 'include' })
  if (response.ok && response.status !== 207) {
    if (isWrite && owner !== undefined) dispatchEvent(new CustomEvent<number>(WRITE_DONE, { detail: began }))
    return response
  }
  const isLeft = noticeAnswer(response.status, await response.clone().text())
  return isLeft ? new Promise(() => {}) : response
}
