import { useEffect, useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import type { BanNotice } from '#/core/auth/administration/ban-notice.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

/**
 * Why somebody came back from a provider without being signed in; for who is banned with the reason and the
 * end, which only the browser knows.
 */
export function ProviderFailure({ failure }: { failure: TranslationKey }) {
  const t = useTranslate()
  const [ban, setBan] = useState<BanNotice>()
  useEffect(() => {
    if (failure === 'providers:failure.banned') void readNotice().then(setBan)
  }, [failure])
  return (
    <Alert kind="danger">
      {ban ? t(ban.until === undefined ? 'errors:bannedForGood' : 'errors:banned', ban) : t(failure)}
    </Alert>
  )
}

/** Fetched for those few only. */
async function readNotice(): Promise<BanNotice | undefined> {
  const code = await import('#/core/auth/administration/ban-notice.ts').catch(() => undefined)
  return code?.readBanNotice(document.cookie)
}
