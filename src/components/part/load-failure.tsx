import { useFormTexts } from '../form/form-texts.tsx'
import { Alert, AlertDescription, AlertTitle } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorDetail } from './error-detail.tsx'
import type { WireError } from '@plinth/core/page'

export type LoadFailureProps = {
  failure: WireError
  onRetry: () => void
}

/** Why something could not be loaded or shown, with the request id and a retry. */
export function LoadFailure({ failure, onRetry }: LoadFailureProps) {
  const { code, params, requestId } = failure
  const translate = useFormTexts()
  return (
    <Alert variant="destructive">
      <AlertTitle>{translate(code, params)}</AlertTitle>
      {requestId === undefined ? null : (
        <AlertDescription>{translate('app:error.requestId', { id: requestId })}</AlertDescription>
      )}
      {import.meta.env.DEV && failure.detail ? (
        <pre className="mt-2 max-h-60 overflow-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          <ErrorDetail failure={failure} />
        </pre>
      ) : null}
      <div className="mt-2 flex gap-2">
        <Button variant="outline" size="sm" onClick={onRetry}>
          {translate('app:error.retry')}
        </Button>
      </div>
    </Alert>
  )
}
