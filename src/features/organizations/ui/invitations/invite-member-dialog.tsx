import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { focusFirstInvalid, FormFrame, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { Dialog, DialogActions, type DialogState } from '#/components/ui/dialog.tsx'
import type { WorkspaceRole } from '#/core/access/actor.ts'
import { requestAuth, type AuthRefusal } from '#/core/auth/auth-request.ts'
import { inviteMemberForm } from '#/core/auth/membership/membership.schema.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { useActiveOrganization } from '../use-active-organization.ts'

const empty: { email: string; role: WorkspaceRole } = { email: '', role: 'member' }

/** Invites somebody by mail. An address that was invited before can be sent its invitation again. */
export default function InviteMemberDialog({ isOpen, onOpenChange }: DialogState) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const organization = useActiveOrganization()
  const isOwner = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.role === 'owner',
  })
  const [failure, setFailure] = useState<AuthRefusal>()
  const form = useAppForm({
    defaultValues: empty,
    validators: { onSubmit: inviteMemberForm },
    onSubmitInvalid: focusFirstInvalid,
    onSubmit: async ({ value }) => {
      const isAgain = failure?.code === 'membership:alreadyInvited'
      const { refused } = await requestAuth('/organization/invite-member', {
        body: { ...value, email: value.email.trim(), ...(isAgain && { resend: true }) },
      })
      setFailure(refused)
      if (refused) return void (refused.field && showServerErrors(form, { [refused.field]: refused.code }))
      void showToast('success', t('organizations:invite.done'))
      form.reset()
      onOpenChange(false)
      await queries.invalidateQueries(trpc.organizations.invitations.pathFilter())
    },
  })
  const roles = (['member', 'admin', ...(isOwner ? ['owner' as const] : [])] as const).map((role) => ({
    value: role,
    label: t(`organizations:role.${role}`),
  }))
  const isAgain = failure?.code === 'membership:alreadyInvited'
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('organizations:invite.title')}
      text={t('organizations:invite.text', { organization: organization?.name ?? '' })}
    >
      <FormFrame form={form} draft="organizations.invite">
        {failure && failure.field !== 'email' ? (
          <Alert kind="danger">{t(failure.code as TranslationKey, failure.params)}</Alert>
        ) : null}
        <form.AppField name="email" listeners={{ onChange: () => setFailure(undefined) }}>
          {(field) => (
            <field.Text
              label={t('organizations:invite.email')}
              placeholder={t('organizations:invite.emailPlaceholder')}
              type="email"
              autoComplete="off"
              required
            />
          )}
        </form.AppField>
        <form.AppField name="role">
          {(field) => (
            <field.Select
              label={t('organizations:invite.role')}
              options={roles}
              hint={t('organizations:invite.roleHint')}
            />
          )}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit pendingLabel={t('organizations:invite.pending')}>
            {isAgain ? t('organizations:invite.again') : t('organizations:invite.submit')}
          </form.Submit>
        </DialogActions>
      </FormFrame>
    </Dialog>
  )
}
