import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { TextField } from '#/components/form/field.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { SaveRow } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { readAuth } from '#/core/auth/auth-request.ts'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import { nameForm } from '#/core/auth/security/security.schema.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { stateOf } from '#/core/trpc/failure.ts'
import { joinName, splitName } from '#/lib/full-name.ts'

type Me = { user: { firstName?: string | null; lastName?: string | null; name: string } }

// Fetched by the browser: the page is sent with the whole name, split.
const myName = queryOptions({
  queryKey: ['profile', 'name'],
  queryFn: ({ signal }) => readAuth<Me>('/get-session?disableCookieCache=true', { signal }),
})

/** The name of the user, in one field and in its two parts. `known` is what the page knows of it. */
export function NameForm({ known }: { known: string }) {
  const query = useQuery({ ...myName, placeholderData: { user: { name: known } } })
  return (
    <LoadState {...stateOf(query)} skeleton={null}>
      {({ user: { name, firstName, lastName } }) => (
        <Fields {...(firstName ? { firstName, lastName: lastName ?? '' } : splitName(name))} />
      )}
    </LoadState>
  )
}

function Fields(name: { firstName: string; lastName: string }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const refresh = useRefreshViewer()
  // As it was typed: a space at its end is in neither part.
  const [typed, setTyped] = useState('')
  const form = useAppForm({
    defaultValues: name,
    validators: { onSubmit: nameForm },
    onSubmit: async ({ value }) => {
      const { refused } = await requestAuth('/update-user', { body: value })
      if (refused) {
        if (!showRefusal(form, refused))
          void showToast('error', t(refused.code as TranslationKey, refused.params))
        return
      }
      void showToast('success', t('profile:name.done'))
      await Promise.all([refresh(), queries.invalidateQueries(myName)])
    },
  })
  return (
    <FormFrame form={form} draft="profile.name">
      <form.Subscribe selector={({ values }) => joinName(values)}>
        {(joined) => (
          <TextField
            name="fullName"
            label={t('profile:name.full')}
            hint={t('profile:name.fullHint')}
            autoComplete="name"
            value={joinName(splitName(typed)) === joined ? typed : joined}
            onChange={({ target: { value } }) => {
              setTyped(value)
              const { firstName, lastName } = splitName(value)
              form.setFieldValue('firstName', firstName)
              form.setFieldValue('lastName', lastName)
            }}
          />
        )}
      </form.Subscribe>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <form.AppField name="firstName">
          {(field) => (
            <field.Text
              label={t('profile:name.first')}
              hint={t('profile:name.firstHint')}
              autoComplete="given-name"
              required
            />
          )}
        </form.AppField>
        <form.AppField name="lastName">
          {(field) => <field.Text label={t('profile:name.last')} autoComplete="family-name" />}
        </form.AppField>
      </div>
      <SaveRow>
        <form.Subscribe selector={({ isDefaultValue }) => isDefaultValue}>
          {(isUnchanged) =>
            isUnchanged ? null : (
              <>
                <span className="mr-auto text-sm text-muted-foreground max-sm:w-full">
                  {t('profile:name.unsaved')}
                </span>
                <Button variant="ghost" onClick={() => form.reset()}>
                  {t('profile:name.discard')}
                </Button>
              </>
            )
          }
        </form.Subscribe>
        <form.Submit pendingLabel={t('profile:name.pending')}>{t('profile:name.submit')}</form.Submit>
      </SaveRow>
    </FormFrame>
  )
}
