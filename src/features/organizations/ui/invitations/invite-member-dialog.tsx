import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceField } from '#/components/form/choice-field.tsx'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import type { WorkspaceRole } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'
import { roles } from '#/roles.ts'
import { inviteMemberInput } from '../../organizations.schema.ts'
import { useActiveOrganization } from '../use-active-organization.ts'

const empty: { email: string; role: WorkspaceRole } = { email: '', role: 'member' }

/** Invites a user by mail. Offers to resend the pending invitation if the address already has one. */
export default function InviteMemberDialog({ isOpen, onOpenChange }: DialogState) {
  const t = useTranslate()
  const { organizations } = useTRPC()
  const queries = useQueryClient()
  const organization = useActiveOrganization()
  const isOwner = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.role === 'owner',
  })
  const [failure, setFailure] = useState<WireError>()
  const inviteMember = useMutation(organizations.invite.mutationOptions())
  const resendInvitation = useMutation(organizations.resendInvitation.mutationOptions())
  /** The pending invitation of the address. */
  const openId = failure?.code === 'organizations:errors.alreadyInvited' ? failure.params.id : undefined
  const form = useAppForm({
    defaultValues: empty,
    validators: { onSubmit: inviteMemberInput },
    onSubmit: async ({ value }) => {
      try {
        if (typeof openId === 'string') await resendInvitation.mutateAsync({ id: openId })
        else await inviteMember.mutateAsync(value)
      } catch (error) {
        const refused = failureOf(error)
        setFailure(refused)
        return void showRefusal(form, { field: refused.params.field?.toString(), code: refused.code })
      }
      setFailure(undefined)
      void showToast('success', t('organizations:invite.done', { email: value.email }))
      form.reset()
      onOpenChange(false)
      await queries.invalidateQueries(organizations.invitations.pathFilter())
    },
  })
  const options = roles
    .filter((role) => isOwner || role !== 'owner')
    .map((role) => ({
      value: role,
      label: t(`roles:${role}.name`),
      text: t(`roles:${role}.can`),
    }))
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('organizations:invite.title')}
      text={t('organizations:invite.text', { organization: organization?.name ?? '' })}
    >
      <FormFrame form={form} draft="organizations.invite">
        {failure && failure.params.field !== 'email' ? (
          <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
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
            <ChoiceField
              name={field.name}
              label={t('organizations:invite.role')}
              options={options}
              value={field.state.value}
              onChoose={field.handleChange}
            />
          )}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit pendingLabel={t('organizations:invite.pending')}>
            {openId ? t('organizations:invite.again') : t('organizations:invite.submit')}
          </form.Submit>
        </DialogActions>
      </FormFrame>
    </TitledDialog>
  )
}
