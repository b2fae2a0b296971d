import { withStorage } from '#/lib/with-storage.ts'
import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_DAYS,
  LANGUAGE_STORAGE_KEY,
  toLanguage,
  type Language,
} from './languages.ts'

// Browser only. A blocked store counts as empty and ignores writes.

/** The language in the cookie, which the server reads too. */
export function languageInCookie(): Language | undefined {
  // regex-reviewed: a constant name, then one repetition
  return readable(() => new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1])
}

/** The language in local storage, else session storage. The server can't read either. */
export function languageInStorage(): Language | undefined {
  return (
    readable(() => localStorage.getItem(LANGUAGE_STORAGE_KEY)) ??
    readable(() => sessionStorage.getItem(LANGUAGE_STORAGE_KEY))
  )
}

/** Stores the choice in the cookie for 365 days, and in local storage. */
export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  withStorage(() => {
    document.cookie = `${LANGUAGE_COOKIE}=${language}; Max-Age=${LANGUAGE_COOKIE_DAYS * 86_400}; Path=/; SameSite=Lax${secure}`
  })
  withStorage(() => localStorage.setItem(LANGUAGE_STORAGE_KEY, language))
}

const readable = (read: () => string | null | undefined): Language | undefined =>
  withStorage(() => toLanguage(read()))
