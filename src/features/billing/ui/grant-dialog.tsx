import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DateField } from '#/components/form/date-field.tsx'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { showFailure, showToast } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { grantInput, type GrantInput } from '../billing.schema.ts'
import { paidPlans, planNamed } from '../offers.ts'

/** Gives a workspace a plan by hand. */
export default function GrantDialog({ isOpen, onOpenChange }: DialogState) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { billing } = useTRPC()
  const { mutateAsync } = useMutation(billing.admin.grant.mutationOptions())
  const defaultValues: GrantInput = { workspace: '', plan: paidPlans[0], until: '', reason: '' }
  const form = useAppForm({
    defaultValues,
    validators: { onSubmit: grantInput },
    onSubmit: async ({ value }) => {
      try {
        await mutateAsync(value)
      } catch (error) {
        const { params, code } = failureOf(error)
        if (!showRefusal(form, { field: params.field?.toString(), code })) void showFailure(error, t)
        return
      }
      void showToast('success', t('billing:grant.done'))
      form.reset()
      onOpenChange(false)
      await queries.invalidateQueries(billing.admin.pathFilter())
    },
  })
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('billing:grant.title')}
      text={t('billing:grant.text')}
    >
      <FormFrame form={form} draft="billing.grant">
        <form.AppField name="workspace">
          {(field) => (
            <field.Text
              label={t('billing:grant.workspace')}
              hint={t('billing:grant.workspaceHint')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </form.AppField>
        <form.AppField name="plan">
          {(field) => (
            <field.Select
              label={t('billing:grant.plan')}
              options={paidPlans.map((plan) => ({ value: plan, label: planNamed(plan)?.name ?? plan }))}
            />
          )}
        </form.AppField>
        <form.AppField name="until">
          {() => <DateField label={t('billing:grant.until')} required />}
        </form.AppField>
        <form.AppField name="reason">
          {(field) => <field.Text label={t('billing:grant.reason')} autoComplete="off" required />}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit pendingLabel={t('billing:grant.pending')}>{t('billing:grant.submit')}</form.Submit>
        </DialogActions>
      </FormFrame>
    </TitledDialog>
  )
}
