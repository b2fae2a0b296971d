import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { type Language, useI18n } from '@plinth/core/texts'

/**
 * Switches the language in this browser and, for a signed-in user, on the server. `coming` is the chosen
 * language while its translations load; the page keeps its language until then. A toast reports a failure to
 * load them.
 */
export function useLanguageChoice() {
  const i18n = useI18n()
  const router = useRouter()
  const [coming, setComing] = useState<Language>()

  async function choose(language: Language | undefined) {
    if (!language) return
    setComing(language)
    try {
      await i18n.changeLanguage(language)
    } catch {
      await showToast('error', i18n.t('app:language.failed'))
      return
    } finally {
      setComing((latest) => (latest === language ? undefined : latest))
    }
    // A later choice has replaced this one.
    if (i18n.language !== language) return
    const { viewer } = router.options.context
    if (viewer && viewer.actor.impersonatedBy === null) void store(language)
    forgetQuery(router.history)
    // Updates the titles, which come from the routes.
    await router.invalidate()
  }
  return { choose, coming }
}

/** Only warns on failure: the choice already applies to this browser. */
async function store(language: Language): Promise<void> {
  try {
    const { storeLanguage } = await import('./store-language.ts')
    await storeLanguage(language)
  } catch (error) {
    console.warn('The choice of language was not stored', error)
  }
}

/** Removes `lng` from the URL, because a reload would prefer it to the choice. */
function forgetQuery(history: { replace(path: string): void }): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('lng')) return
  url.searchParams.delete('lng')
  history.replace(url.pathname + url.search + url.hash)
}
