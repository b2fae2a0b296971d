import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { requestAuth } from '@plinth/core/auth'
import { PasswordStrength } from '#/components/form/password-strength.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { passwordFields } from '../password.schema.ts'

type PasswordFormProps = {
  onDone: (endedOthers: boolean) => void
  onCancel: () => void
}

const empty = { currentPassword: '', newPassword: '', passwordConfirmation: '', revokeOtherSessions: true }

/**
 * Changes the password with the current one; other devices are signed out unless the user wants otherwise.
 */
export function PasswordForm({ onDone, onCancel }: PasswordFormProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const trpc = useTRPC()
  const [failure, setFailure] = useState<string>()
  const form = useAppForm({
    defaultValues: empty,
    validators: { onSubmit: passwordFields },
    onSubmit: async ({ value: { passwordConfirmation: _, ...body } }) => {
      setFailure(undefined)
      const { refused } = await requestAuth('/change-password', { body })
      if (refused) {
        if (!showRefusal(form, refused)) setFailure(t(refused.code as TranslationKey, refused.params))
        return
      }
      onDone(body.revokeOtherSessions)
      void showToast('success', t('account:password.done'))
      await queries.invalidateQueries(trpc.sessions.list.queryFilter())
    },
  })
  const words = { showLabel: t('account:password.show'), hideLabel: t('account:password.hide') }
  return (
    <FormFrame form={form} draft={undefined} className="grid max-w-[30rem] gap-5">
      {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
      <form.AppField name="currentPassword">
        {(field) => (
          <field.Password
            {...words}
            label={t('account:password.current')}
            autoComplete="current-password"
            autoFocus
            required
          />
        )}
      </form.AppField>
      <div className="grid gap-1.5">
        <form.AppField name="newPassword">
          {(field) => (
            <field.Password
              {...words}
              label={t('account:password.next')}
              hint={t('account:password.hint')}
              autoComplete="new-password"
              required
            />
          )}
        </form.AppField>
        <form.Subscribe selector={(state) => state.values.newPassword}>
          {(password) => <PasswordStrength password={password} />}
        </form.Subscribe>
      </div>
      <form.AppField name="passwordConfirmation">
        {(field) => (
          <field.Password
            {...words}
            label={t('account:password.confirmation')}
            autoComplete="new-password"
            required
          />
        )}
      </form.AppField>
      <form.Field name="revokeOtherSessions">
        {(field) => (
          <label className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name={field.name}
              checked={field.state.value}
              onChange={(event) => field.handleChange(event.target.checked)}
              className="size-4 accent-brand"
            />
            {t('account:password.signOutOthers')}
          </label>
        )}
      </form.Field>
      <div className="flex flex-wrap gap-2">
        <form.Submit pendingLabel={t('account:password.pending')}>{t('account:password.submit')}</form.Submit>
        <Button variant="ghost" onClick={onCancel}>
          {t('app:dialog.cancel')}
        </Button>
      </div>
    </FormFrame>
  )
}
