import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { languageInCookie, languageInStorage, rememberLanguage } from '#/core/i18n/language-stores.ts'
import { toLanguage } from '#/core/i18n/languages.ts'
import { useI18n } from '#/core/i18n/react.tsx'

/**
 * The one place where the browser's own knowledge of the language counts, in the order of the product: query
 * `lng`, cookie, local storage, session storage, then what the signed-in person chose elsewhere. (The
 * browser's list of languages came to the server as Accept-Language.) When the page came in another language
 * it switches once; what is not in the cookie yet is remembered there, so that the server knows next time.
 */
export function LanguageFromBrowser() {
  const i18n = useI18n()
  const router = useRouter()
  useEffect(() => {
    const inCookie = languageInCookie()
    const inQuery = toLanguage(new URLSearchParams(location.search).get('lng'))
    const asked =
      inQuery ?? inCookie ?? languageInStorage() ?? toLanguage(router.options.context.viewer?.language)
    if (!asked) return
    if (asked !== i18n.language) {
      i18n.changeLanguage(asked).then(
        () => router.invalidate(),
        // The page stays readable as it came; the next one tries again.
        (error: unknown) => console.warn(error),
      )
    } else if (asked !== inCookie) rememberLanguage(asked)
  }, [i18n, router])
  return null
}
