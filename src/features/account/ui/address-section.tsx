import { useState } from 'react'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { type Viewer, useMay } from '@plinth/core/access'
import { changeEmailForm, requestAuth, securityAccess, useReauthentication } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

const addressForm = changeEmailForm.pick({ newEmail: true })

/** The user's address, whether it is verified, and a form to change it, confirmed by links mailed to both. */
export function AddressSection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const isVerified = viewer.actor.emailVerified
  const mayChange = useMay(securityAccess.changeEmail)
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<string>()
  return (
    <SettingsSection
      title={t('account:address.title')}
      badge={isVerified ? null : <Badge variant="warning">{t('account:address.unverified')}</Badge>}
      value={viewer.email}
      action={
        mayChange && !isOpen ? (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t('account:address.submit')}
          </Button>
        ) : null
      }
    >
      {isVerified ? null : <p className="text-muted-foreground">{t('account:address.unverifiedText')}</p>}
      {isOpen ? (
        <AddressForm
          viewer={viewer}
          onSent={(text) => {
            setSent(text)
            setOpen(text === undefined)
          }}
          onCancel={() => setOpen(false)}
        />
      ) : null}
      {sent === undefined ? null : <Alert variant="success">{sent}</Alert>}
    </SettingsSection>
  )
}

type AddressFormProps = {
  viewer: Viewer
  /** Called with what to do next, or with undefined while another change is being sent. */
  onSent: (text: string | undefined) => void
  onCancel: () => void
}

function AddressForm({ viewer, onSent, onCancel }: AddressFormProps) {
  const t = useTranslate()
  const { withRecentAuth, dialog } = useReauthentication()
  const [failure, setFailure] = useState<string>()
  const form = useAppForm({
    defaultValues: { newEmail: '' },
    validators: { onSubmit: addressForm },
    onSubmit: async ({ value }) => {
      setFailure(undefined)
      onSent(undefined)
      const { refused } = await withRecentAuth(() =>
        requestAuth('/change-email', { body: { newEmail: value.newEmail.trim() } }),
      )
      if (refused) {
        if (!showRefusal(form, refused)) setFailure(t(refused.code as TranslationKey, refused.params))
        return
      }
      const addresses = { current: viewer.email, next: value.newEmail.trim() }
      onSent(
        viewer.actor.emailVerified
          ? t('account:address.sentBoth', addresses)
          : t('account:address.sentOne', addresses),
      )
    },
  })
  return (
    <>
      <FormFrame form={form} draft="account.address" className="grid max-w-[30rem] gap-5">
        {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
        <form.AppField name="newEmail">
          {(field) => (
            <field.Text
              type="email"
              label={t('account:address.next')}
              hint={t('account:address.hint')}
              autoComplete="email"
              autoFocus
              required
            />
          )}
        </form.AppField>
        <div className="flex flex-wrap gap-2">
          <form.Submit pendingLabel={t('account:address.pending')}>{t('account:address.submit')}</form.Submit>
          <Button variant="ghost" onClick={onCancel}>
            {t('app:dialog.cancel')}
          </Button>
        </div>
      </FormFrame>
      {dialog}
    </>
  )
}
