import { useFormTexts } from './form/form-texts.tsx'
import { Alert } from './ui/alert.tsx'

/** Says what a page needs whose forms and buttons do nothing without it. */
export function NoScript() {
  const translate = useFormTexts()
  return (
    <noscript>
      <Alert kind="warning">{translate('app:noScript')}</Alert>
    </noscript>
  )
}
