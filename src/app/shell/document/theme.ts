export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const THEME_STORAGE_KEY = 'theme'
const DARK_QUERY = '(prefers-color-scheme: dark)'

/**
 * Runs before anything is painted: no flash. Follows the system while the choice is `system`. Select boxes
 * show the choice before hydration.
 */
export const themeScript = `(()=>{const m=matchMedia('${DARK_QUERY}');const a=()=>{let t=null;try{t=localStorage.getItem('${THEME_STORAGE_KEY}')}catch{}document.documentElement.classList.toggle('dark',t==='dark'||(t!=='light'&&m.matches))};a();addEventListener('DOMContentLoaded',()=>{let t=null;try{t=localStorage.getItem('${THEME_STORAGE_KEY}')}catch{}for(const s of document.querySelectorAll('select[name=theme]'))if(t==='light'||t==='dark')s.value=t});m.addEventListener('change',a);addEventListener('storage',a);addEventListener('themechange',a)})()`

/** The person's choice; `system` until one was made, and where the browser forbids storage. */
export function readTheme(): Theme {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(THEME_STORAGE_KEY)
  } catch {
    // Nothing is stored.
  }
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Remembers the choice and applies it at once, in this tab and (by the storage event) in the others. */
export function writeTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme)
  } catch {
    // The script that applies the theme reads it from there: without storage the page follows the system.
  }
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
