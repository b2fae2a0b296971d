import { DISPLAY_COOKIE, displayAttributes, formatDisplay, type Display } from '#/lib/display.ts'
import { createBrowserClient } from '#/core/trpc/client.ts'
import type { AppRouter } from '#/app/registry/router.server.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Remembers the choice in this browser, where the server finds it before anybody is signed in. A browser may
 * forbid it.
 */
export function rememberDisplay(display: Display): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  try {
    document.cookie = `${DISPLAY_COOKIE}=${formatDisplay(display)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
  } catch {
    // The page is as it was chosen all the same.
  }
}

/** Shows the page in this way from now on. */
export function applyDisplay(display: Display): void {
  for (const [name, value] of Object.entries(displayAttributes(display))) {
    if (value === undefined) document.documentElement.removeAttribute(name)
    else document.documentElement.setAttribute(name, value)
  }
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * Stores the signed-in person's choice on the server, one after the other, so that the last of several
 * stands. Rejects when it is refused.
 */
export async function storeDisplay(display: Display): Promise<void> {
  const storing = previous
    .catch(() => {})
    .then(() => createBrowserClient<AppRouter>().preferences.setDisplay.mutate(display))
  previous = storing
  await storing
}
