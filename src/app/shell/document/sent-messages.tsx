import { useRouter } from '@tanstack/react-router'
import { useI18n } from '#/core/i18n/react.tsx'

export const SENT_TEXTS_ID = 'texts'

// One object, so that the browser never writes it anew.
const untouched = { __html: '' }

/**
 * The texts of the page as data, for its script to find: written once per language and set of namespaces, and
 * not for every request.
 */
export function SentTexts() {
  const sent = useI18n().sent()
  const nonce = useRouter().options.ssr?.nonce
  return (
    <script
      id={SENT_TEXTS_ID}
      nonce={nonce}
      type="application/json"
      // oxlint-disable-next-line react/no-danger -- JSON of our own texts, in which no tag can begin
      dangerouslySetInnerHTML={sent ? { __html: sent } : untouched}
      suppressHydrationWarning
    />
  )
}
