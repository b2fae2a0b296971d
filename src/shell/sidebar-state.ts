const COOKIE = 'sidebar'
const COLLAPSED = 'collapsed'
const YEAR_SECONDS = 31_536_000

/** Whether a Cookie header asks for the narrow sidebar, so that the server renders the right width. */
export function isSidebarCollapsed(cookieHeader: string | null): boolean {
  return cookieHeader?.split(/;\s*/).includes(`${COOKIE}=${COLLAPSED}`) ?? false
}

/** Stores the width of the sidebar in this browser. */
export function rememberSidebar(collapsed: boolean): void {
  document.cookie = `${COOKIE}=${collapsed ? COLLAPSED : 'wide'}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
