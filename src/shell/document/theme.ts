import { withStorage } from '@plinth/core/page'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const THEME_STORAGE_KEY = 'theme'
const DARK_QUERY = '(prefers-color-scheme: dark)'

/**
 * Runs before the first paint, so the theme doesn't flash. Follows the system while the choice is `system`,
 * and sets theme selects before hydration. No color fades during a change (`theming`), which would show both
 * themes.
 */
export const themeScript = `(()=>{const m=matchMedia('${DARK_QUERY}');const a=()=>{let t=null;try{t=localStorage.getItem('${THEME_STORAGE_KEY}')}catch{}const c=document.documentElement.classList;c.add('theming');c.toggle('dark',t==='dark'||(t!=='light'&&m.matches));requestAnimationFrame(()=>requestAnimationFrame(()=>c.remove('theming')))};a();addEventListener('DOMContentLoaded',()=>{let t=null;try{t=localStorage.getItem('${THEME_STORAGE_KEY}')}catch{}for(const s of document.querySelectorAll('select[name=theme]'))if(t==='light'||t==='dark')s.value=t});m.addEventListener('change',a);addEventListener('storage',a);addEventListener('themechange',a)})()`

/** Returns the stored choice; `system` when none is stored or storage is blocked. */
export function readTheme(): Theme {
  const stored = withStorage(() => localStorage.getItem(THEME_STORAGE_KEY))
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Stores the choice and applies it in this tab and, through the storage event, in the others. */
export function writeTheme(theme: Theme): void {
  withStorage(() => localStorage.setItem(THEME_STORAGE_KEY, theme))
  dispatchEvent(new Event('themechange'))
}

export function subscribeToTheme(listener: () => void): () => void {
  addEventListener('themechange', listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener('themechange', listener)
    removeEventListener('storage', listener)
  }
}
