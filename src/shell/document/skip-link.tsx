import { useTranslate } from '@plinth/core/texts'

/** The first Tab stop: skips to the page's content. */
export function SkipLink() {
  const t = useTranslate()
  return (
    <a
      href="#main"
      className="sr-only rounded-lg bg-card shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
    >
      {t('app:nav.skip')}
    </a>
  )
}
