import { FormFrame, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { toastOnArrival } from '#/components/toast.ts'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { requestAuth, useReauthentication } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { impersonateForm } from '../administration.schema.ts'
import { useAdminAct } from './use-admin-act.ts'
import type { TargetUser } from './user-acts.ts'

/** Impersonates a user for a reason mailed to them. The server may require re-authentication first. */
export default function ImpersonateDialog({
  user,
  isOpen,
  onOpenChange,
}: DialogState & { user: TargetUser }) {
  const t = useTranslate()
  const { fail, refresh } = useAdminAct()
  const { withRecentAuth, dialog } = useReauthentication()
  const form = useAppForm({
    defaultValues: { reason: '' },
    validators: { onSubmit: impersonateForm },
    onSubmit: async ({ value }) => {
      const body = { userId: user.id, reason: value.reason.trim() }
      const { refused } = await withRecentAuth(() => requestAuth('/admin/impersonate-user', { body }))
      if (refused) {
        const { fields, isOver } = fail('impersonate', {
          ...refused,
          params: { ...refused.params, field: refused.field },
        })
        if (isOver) onOpenChange(false)
        else showServerErrors(form, fields)
        await refresh()
        return
      }
      toastOnArrival('success', t('administration:done.impersonate'))
      // The session belongs to another user now, so this is a full navigation.
      location.assign('/dashboard')
      // The form stays pending until the page is left.
      await new Promise<never>(() => {})
    },
  })
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('administration:impersonate.title', { name: user.name })}
      text={t('administration:impersonate.text')}
    >
      <FormFrame form={form} draft={`users.impersonate ${user.id}`}>
        <form.AppField name="reason">
          {(field) => (
            <field.Text
              label={t('administration:impersonate.reason')}
              hint={t('administration:impersonate.reasonHint')}
              autoComplete="off"
              required
            />
          )}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit pendingLabel={t('administration:impersonate.pending')}>
            {t('administration:impersonate.submit')}
          </form.Submit>
        </DialogActions>
      </FormFrame>
      {dialog}
    </TitledDialog>
  )
}
