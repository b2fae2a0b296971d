import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { OptionField } from '#/components/form/option-field.tsx'
import { DialogActions, TitledDialog, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useCopy } from '#/components/use-copy.ts'
import { answerOf, useReauthentication } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { type RouterOutput, useTRPC } from '@plinth/core/client'
import { createKeyForm, EXPIRES_IN_DAYS } from '../api.schema.ts'
import { ScopesField } from './scopes-field.tsx'

type Scopes = RouterOutput['apiKeys']['list']['scopes']
type CreateKeyDialogProps = DialogState & { workspace: string; scopes: Scopes }
type Created = { secret: string; path: string | null }

/** Creates a key and shows it, once, with a request to try. */
export default function CreateKeyDialog({ workspace, scopes, isOpen, onOpenChange }: CreateKeyDialogProps) {
  const t = useTranslate()
  const [created, setCreated] = useState<Created>()
  const { withRecentAuth, dialog } = useReauthentication()
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      width="medium"
      title={t('api:add')}
      text={created ? t('api:shownOnce') : t('api:addText', { workspace })}
    >
      {created ? (
        <NewKey {...created} onDone={() => onOpenChange(false)} />
      ) : (
        <KeyForm
          scopes={scopes}
          withRecentAuth={withRecentAuth}
          onCreated={setCreated}
          onCancel={() => onOpenChange(false)}
        />
      )}
      {dialog}
    </TitledDialog>
  )
}

const lifetimes = [7, 30, 90, 180, 365]

type KeyFormProps = {
  scopes: Scopes
  withRecentAuth: ReturnType<typeof useReauthentication>['withRecentAuth']
  onCreated: (created: Created) => void
  onCancel: () => void
}

function KeyForm({ scopes, withRecentAuth, onCreated, onCancel }: KeyFormProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { apiKeys: procedures } = useTRPC()
  const { mutateAsync: create } = useMutation(procedures.create.mutationOptions())
  const [failure, setFailure] = useState<string>()
  const form = useAppForm({
    defaultValues: { name: '', scopes: [] as string[], expiresInDays: String(EXPIRES_IN_DAYS) },
    validators: { onSubmit: createKeyForm },
    onSubmit: async ({ value }) => {
      setFailure(undefined)
      const input = { ...value, name: value.name.trim(), expiresInDays: Number(value.expiresInDays) }
      const { refused, answer } = await withRecentAuth(() => answerOf(create(input)))
      if (refused) {
        if (!showRefusal(form, refused)) setFailure(t(refused.code as TranslationKey, refused.params))
        return
      }
      const path = scopes.find(({ scope, path: some }) => value.scopes.includes(scope) && some !== null)?.path
      onCreated({ secret: answer.key, path: path ?? null })
      await queries.invalidateQueries(procedures.list.queryFilter())
    },
  })
  return (
    <FormFrame form={form} draft={undefined}>
      {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
      <form.AppField name="name">
        {(field) => <field.Text label={t('api:name')} hint={t('api:nameHint')} autoComplete="off" required />}
      </form.AppField>
      <form.AppField name="scopes">
        {() => <ScopesField scopes={scopes.map(({ scope }) => scope)} />}
      </form.AppField>
      <form.AppField name="expiresInDays">
        {() => (
          <OptionField
            label={t('api:expires')}
            options={lifetimes.map((days) => ({
              value: String(days),
              label: t('api:days', { count: days }),
            }))}
          />
        )}
      </form.AppField>
      <DialogActions onCancel={onCancel}>
        <form.Submit pendingLabel={t('api:creating')}>{t('api:create')}</form.Submit>
      </DialogActions>
    </FormFrame>
  )
}

function NewKey({ secret, path, onDone }: Created & { onDone: () => void }) {
  const t = useTranslate()
  const example = `curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/v1${path ?? ''}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Copied label={t('api:key')} text={secret} action={t('api:copyKey')} />
      {path === null ? null : (
        <Copied label={t('api:example')} text={example} action={t('api:copyExample')} />
      )}
      <DialogActions>
        <Button onClick={onDone}>{t('api:done')}</Button>
      </DialogActions>
    </div>
  )
}

function Copied({ label, text, action }: { label: string; text: string; action: string }) {
  const copy = useCopy()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium">{label}</p>
        <Button variant="outline" size="sm" onClick={() => void copy(text)}>
          {action}
        </Button>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-border bg-muted px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        <code>{text}</code>
      </pre>
    </div>
  )
}
