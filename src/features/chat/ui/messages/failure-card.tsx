import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#/components/ui/alert.tsx'
import { useTranslate } from '@plinth/core/texts'

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
      <AlertTitle>{text}</AlertTitle>
      {requestId ? <AlertDescription>{t('chat:failure.request', { id: requestId })}</AlertDescription> : null}
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
    </Alert>
  )
}
