import { DISPLAY_COOKIE, type Display, displayAttributes, formatDisplay } from '@plinth/core/format'

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
