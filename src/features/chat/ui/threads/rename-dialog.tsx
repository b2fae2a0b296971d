import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { FormFrame, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { showToast } from '#/components/toast.ts'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC, useTRPCClient } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { renameThreadInput } from '#/features/chat/chat.schema.ts'

const fields = z.object({ title: renameThreadInput.shape.title })

type RenameDialogProps = DialogState & { id: string; title: string }

/** Renames a thread. */
export default function RenameDialog({ id, title, ...state }: RenameDialogProps) {
  const t = useTranslate()
  const client = useTRPCClient()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const form = useAppForm({
    defaultValues: { title },
    validators: { onSubmit: fields },
    onSubmit: async ({ value }) => {
      try {
        await client.chats.rename.mutate({ id, title: value.title })
        await Promise.all([
          queries.invalidateQueries(trpc.chats.list.pathFilter()),
          queries.invalidateQueries(trpc.chats.get.infiniteQueryFilter({ id })),
        ])
        state.onOpenChange(false)
      } catch (error) {
        const { code, params, fields: wrong } = failureOf(error)
        const left = wrong ? showServerErrors(form, wrong) : [code]
        if (left.length > 0) void showToast('error', t(code as TranslationKey, params))
      }
    },
  })
  return (
    <TitledDialog {...state} title={t('chat:rename.title')}>
      <FormFrame form={form} draft={`chats.rename ${id}`}>
        <form.AppField name="title">
          {(field) => <field.Text label={t('chat:rename.label')} autoComplete="off" required />}
        </form.AppField>
        <DialogActions onCancel={() => state.onOpenChange(false)}>
          <form.Submit pendingLabel={t('chat:rename.pending')}>{t('chat:rename.submit')}</form.Submit>
        </DialogActions>
      </FormFrame>
    </TitledDialog>
  )
}
