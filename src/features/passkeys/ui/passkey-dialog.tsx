import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { DialogActions, TitledDialog, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { type AuthAnswer, answerOf, readAuth, requestAuth, useReauthentication } from '@plinth/core/auth'
import { canUsePasskeys, makePasskey } from './device-passkey.ts'
import { passkeyNameForm } from '../passkeys.schema.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import type { Passkey } from './passkey-row.tsx'

/** Creates a named passkey on the device; with `passkey`, renames that one. */
export default function PasskeyDialog({
  passkey,
  isOpen,
  onOpenChange,
}: DialogState & { passkey: Passkey | undefined }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { passkeys: procedures } = useTRPC()
  const { mutateAsync: rename } = useMutation(procedures.rename.mutationOptions())
  const { withRecentAuth, dialog } = useReauthentication()
  const [failure, setFailure] = useState<string>()

  async function add(name: string): Promise<AuthAnswer<unknown>> {
    if (!canUsePasskeys()) return { refused: { code: 'passkeys:unsupported', params: {} } }
    const path = `/passkey/generate-register-options?${new URLSearchParams({ name })}`
    const options = await withRecentAuth(() =>
      answerOf(readAuth<PublicKeyCredentialCreationOptionsJSON>(path)),
    )
    if (options.refused) return options
    const made = await makePasskey(options.answer)
    if (made.refused) return made
    return withRecentAuth(() =>
      requestAuth('/passkey/verify-registration', { body: { ...made.answer, name } }),
    )
  }

  const form = useAppForm({
    defaultValues: { name: passkey?.name ?? '' },
    validators: { onSubmit: passkeyNameForm },
    onSubmit: async ({ value }) => {
      setFailure(undefined)
      const name = value.name.trim()
      const { refused } = passkey ? await answerOf(rename({ id: passkey.id, name })) : await add(name)
      if (refused) {
        if (!showRefusal(form, refused)) setFailure(t(refused.code as TranslationKey, refused.params))
        return
      }
      void showToast('success', passkey ? t('passkeys:renamed') : t('passkeys:created'))
      onOpenChange(false)
      await queries.invalidateQueries(procedures.list.queryFilter())
    },
  })
  const title = passkey ? t('passkeys:renameTitle') : t('passkeys:add')
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      text={passkey ? undefined : t('passkeys:addText')}
    >
      <FormFrame form={form} draft={`passkeys.name ${passkey?.id ?? ''}`}>
        {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
        <form.AppField name="name">
          {(field) => (
            <field.Text
              label={t('passkeys:name')}
              hint={t('passkeys:nameHint')}
              autoComplete="off"
              required
            />
          )}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit pendingLabel={passkey ? t('passkeys:renaming') : t('passkeys:creating')}>
            {passkey ? t('passkeys:rename') : t('passkeys:create')}
          </form.Submit>
        </DialogActions>
      </FormFrame>
      {dialog}
    </TitledDialog>
  )
}
