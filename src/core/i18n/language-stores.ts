import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_DAYS,
  LANGUAGE_STORAGE_KEY,
  toLanguage,
  type Language,
} from './languages.ts'

// For the browser only. A browser may forbid any of its stores; a forbidden one counts as empty and takes
// nothing.

/** The language the cookie asks for; the server sees it too. */
export function languageInCookie(): Language | undefined {
  // regex-reviewed: a constant name, then one repetition
  return readable(() => new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1])
}

/** The language local storage asks for, or else session storage. The server can't see either. */
export function languageInStorage(): Language | undefined {
  return (
    readable(() => localStorage.getItem(LANGUAGE_STORAGE_KEY)) ??
    readable(() => sessionStorage.getItem(LANGUAGE_STORAGE_KEY))
  )
}

/** Writes a choice into the cookie, where the server finds it for 365 days, and into local storage. */
export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  ignoreForbidden(() => {
    document.cookie = `${LANGUAGE_COOKIE}=${language}; Max-Age=${LANGUAGE_COOKIE_DAYS * 86_400}; Path=/; SameSite=Lax${secure}`
  })
  ignoreForbidden(() => localStorage.setItem(LANGUAGE_STORAGE_KEY, language))
}

function readable(read: () => string | null | undefined): Language | undefined {
  try {
    return toLanguage(read())
  } catch {
    return undefined
  }
}

function ignoreForbidden(write: () => void): void {
  try {
    write()
  } catch {
    // The page is in the chosen language all the same; it is only not remembered.
  }
}
