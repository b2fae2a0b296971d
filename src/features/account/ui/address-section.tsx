import { useState } from 'react'
import { focusFirstInvalid, FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { useMay } from '#/core/access/react.tsx'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import { changeEmailForm } from '#/core/auth/security/security.schema.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

const addressForm = changeEmailForm.pick({ newEmail: true })

/** The user's address, whether it is proved, and the way to another one: by links mailed to both. */
export function AddressSection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const isVerified = viewer.actor.emailVerified
  const mayChange = useMay(securityAccess.changeEmail)
  return (
    <SettingsSection title={t('account:address.title')} text={t('account:address.text')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">{viewer.email}</p>
        <Badge variant={isVerified ? 'success' : 'warning'}>
          {isVerified ? t('account:address.verified') : t('account:address.unverified')}
        </Badge>
      </div>
      {isVerified ? null : <p className="text-muted-foreground">{t('account:address.unverifiedText')}</p>}
      {mayChange ? <AddressForm viewer={viewer} /> : null}
    </SettingsSection>
  )
}

function AddressForm({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { withRecentAuth, dialog } = useReauthentication()
  const [sent, setSent] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const form = useAppForm({
    defaultValues: { newEmail: '' },
    validators: { onSubmit: addressForm },
    onSubmitInvalid: focusFirstInvalid,
    onSubmit: async ({ value }) => {
      setFailure(undefined)
      setSent(undefined)
      const { refused } = await withRecentAuth(() =>
        requestAuth('/change-email', { body: { newEmail: value.newEmail.trim() } }),
      )
      if (refused) {
        if (!showRefusal(form, refused)) setFailure(t(refused.code as TranslationKey, refused.params))
        return
      }
      const addresses = { current: viewer.email, next: value.newEmail.trim() }
      setSent(
        viewer.actor.emailVerified
          ? t('account:address.sentBoth', addresses)
          : t('account:address.sentOne', addresses),
      )
      form.reset()
    },
  })
  return (
    <>
      <FormFrame form={form} draft="account.address">
        {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
        <form.AppField name="newEmail">
          {(field) => (
            <field.Text
              type="email"
              label={t('account:address.next')}
              hint={t('account:address.hint')}
              autoComplete="email"
              required
            />
          )}
        </form.AppField>
        {sent === undefined ? null : <Alert variant="success">{sent}</Alert>}
        <div>
          <form.Submit pendingLabel={t('account:address.pending')}>{t('account:address.submit')}</form.Submit>
        </div>
      </FormFrame>
      {dialog}
    </>
  )
}
