import { PasswordField } from '#/components/form/password-field.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

/** The field for the current password, to re-authenticate. */
export function OwnPassword({ error }: { error: string | undefined }) {
  const t = useTranslate()
  return (
    <PasswordField
      name="password"
      label={t('account:reauthentication.password')}
      showLabel={t('account:password.show')}
      hideLabel={t('account:password.hide')}
      autoComplete="current-password"
      error={error}
      // It may be rendered after the dialog has opened.
      autoFocus
      required
    />
  )
}
