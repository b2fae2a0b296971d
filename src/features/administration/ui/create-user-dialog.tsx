import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FormFrame, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { createUserInput } from '../administration.schema.ts'
import { useAdminAct } from './use-admin-act.ts'
import type { Role } from './user-acts.ts'

/** The server's rules, but an empty field means no password. */
const fieldsOfForm = createUserInput.extend({
  password: z.union([z.literal(''), createUserInput.shape.password.unwrap()]),
})

const empty: { name: string; email: string; password: string; role: Role } = {
  name: '',
  email: '',
  password: '',
  role: 'user',
}

/** Creates an account. Without a password the user gets a link to choose one. */
export default function CreateUserDialog({ isOpen, onOpenChange }: DialogState) {
  const t = useTranslate()
  const { run } = useAdminAct()
  const { mutateAsync: create } = useMutation(useTRPC().admin.users.create.mutationOptions())
  const form = useAppForm({
    defaultValues: empty,
    validators: { onSubmit: fieldsOfForm },
    onSubmit: async ({ value: { password, ...value } }) => {
      const user = {
        ...value,
        name: value.name.trim(),
        email: value.email.trim(),
        ...(password !== '' && { password }),
      }
      const wrong = await run('create', () => create(user))
      if (wrong) showServerErrors(form, wrong.fields)
      else onOpenChange(false)
    },
  })
  const roles = (['user', 'admin'] as const).map((role) => ({
    value: role,
    label: t(`administration:role.${role}`),
  }))
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('administration:create.title')}
      text={t('administration:create.text')}
    >
      <FormFrame form={form} draft="users.create">
        <form.AppField name="name">
          {(field) => <field.Text label={t('administration:table.name')} autoComplete="off" required />}
        </form.AppField>
        <form.AppField name="email">
          {(field) => (
            <field.Text type="email" label={t('administration:table.email')} autoComplete="off" required />
          )}
        </form.AppField>
        <form.AppField name="password">
          {(field) => (
            <field.Password
              label={t('administration:create.password')}
              hint={t('administration:create.passwordHint')}
              showLabel={t('administration:create.show')}
              hideLabel={t('administration:create.hide')}
              autoComplete="new-password"
            />
          )}
        </form.AppField>
        <form.AppField name="role">
          {(field) => (
            <field.Select
              label={t('administration:table.role')}
              hint={t('administration:create.roleHint')}
              options={roles}
            />
          )}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit pendingLabel={t('administration:create.pending')}>
            {t('administration:create.submit')}
          </form.Submit>
        </DialogActions>
      </FormFrame>
    </TitledDialog>
  )
}
