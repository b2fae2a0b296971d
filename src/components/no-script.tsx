import { useFormTexts } from './form/form-texts.tsx'
import { Alert } from './ui/alert.tsx'

/** Says that the page needs JavaScript. */
export function NoScript() {
  const translate = useFormTexts()
  return (
    <noscript>
      <Alert variant="warning">{translate('app:noScript')}</Alert>
    </noscript>
  )
}
