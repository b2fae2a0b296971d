import type { ReactNode } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type FailureCardProps = {
  text: string
  requestId?: string
  /** What to do next. */
  children: ReactNode
}

/** What failed, and what to do next. */
export function FailureCard({ text, requestId, children }: FailureCardProps) {
  const t = useTranslate()
  return (
    <Alert variant="destructive">
      <div className="grid gap-2">
        <p>{text}</p>
        {requestId ? <p className="text-sm">{t('chat:failure.request', { id: requestId })}</p> : null}
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </Alert>
  )
}
