import { useRouter } from '@tanstack/react-router'
import { useI18n } from '#/core/i18n/react.tsx'

export const SENT_MESSAGES_ID = 'texts'

// A stable object, so that React never rewrites the script in the browser.
const untouched = { __html: '' }

/** The page's translations as JSON for hydration, serialized once per language and set of namespaces. */
export function SentMessages() {
  const sent = useI18n().sent()
  const nonce = useRouter().options.ssr?.nonce
  return (
    <script
      id={SENT_MESSAGES_ID}
      nonce={nonce}
      type="application/json"
      // oxlint-disable-next-line react/no-danger -- JSON of our own translations, in which no tag can start
      dangerouslySetInnerHTML={sent ? { __html: sent } : untouched}
      suppressHydrationWarning
    />
  )
}
