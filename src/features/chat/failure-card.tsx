import type { ReactNode } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

type FailureCardProps = {
  code: string
  params: Readonly<Record<string, string | number | undefined>>
  requestId?: string
  /** The ways on. */
  children: ReactNode
}

/** What failed, in the reader's words, and the ways on. */
export function FailureCard({ code, params, requestId, children }: FailureCardProps) {
  const t = useTranslate()
  return (
    <Alert kind="danger">
      <div className="grid gap-2">
        <p>{t(code as TranslationKey, params)}</p>
        {requestId ? <p className="text-sm">{t('chat:failure.request', { id: requestId })}</p> : null}
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </Alert>
  )
}
