import { useEffect, useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { BanNotice } from '../ban-notice.ts'
import { failureText } from '../providers.ts'

/** Why a sign-in with a provider failed; for a banned user with reason and end, from a cookie. */
export function ProviderFailure({ error }: { error: string }) {
  const t = useTranslate()
  const [ban, setBan] = useState<BanNotice>()
  const failure = failureText(error)
  useEffect(() => {
    if (failure === 'providers:failure.banned') void readNotice().then(setBan)
  }, [failure])
  return failure ? (
    <Alert variant="destructive">
      {ban ? t(ban.until === undefined ? 'errors:bannedForGood' : 'errors:banned', ban) : t(failure)}
    </Alert>
  ) : null
}

/** Loaded on demand, because few users need it. */
async function readNotice(): Promise<BanNotice | undefined> {
  const code = await import('../ban-notice.ts').catch(() => undefined)
  return code?.readBanNotice(document.cookie)
}
