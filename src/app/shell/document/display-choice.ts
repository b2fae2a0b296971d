import { DISPLAY_COOKIE, displayAttributes, formatDisplay, type Display } from '#/lib/display.ts'
import { createBrowserClient } from '#/core/trpc/client.ts'
import type { AppRouter } from '#/app/registry/router.server.ts'

const YEAR_SECONDS = 31_536_000

/** Stores the choice in a cookie, so that the server can read it before the sign-in. */
export function rememberDisplay(display: Display): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  try {
    document.cookie = `${DISPLAY_COOKIE}=${formatDisplay(display)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
  } catch {
    // Cookies are blocked: the choice applies to this page only.
  }
}

/** Applies the choice to the current document. */
export function applyDisplay(display: Display): void {
  for (const [name, value] of Object.entries(displayAttributes(display))) {
    if (value === undefined) document.documentElement.removeAttribute(name)
    else document.documentElement.setAttribute(name, value)
  }
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * Stores the signed-in user's choice on the server. Calls run one after another, so that the last one wins.
 */
export async function storeDisplay(display: Display): Promise<void> {
  const storing = previous
    .catch(() => {})
    .then(() => createBrowserClient<AppRouter>().preferences.setDisplay.mutate(display))
  previous = storing
  await storing
}
