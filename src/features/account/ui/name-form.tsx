import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { SaveRow } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import { nameForm } from '#/core/auth/security/security.schema.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { myName } from './account-queries.ts'
import { SectionState } from './section-state.tsx'

/** First and last name of the user. A single name is the first name. */
export function NameForm() {
  const query = useQuery(myName)
  return (
    <SectionState query={query} skeleton={<Waiting />}>
      {({ user }) => <Fields firstName={user.firstName ?? user.name} lastName={user.lastName ?? ''} />}
    </SectionState>
  )
}

/** The form itself as the skeleton, so that nothing moves. */
const Waiting = () => (
  <div inert className="opacity-60">
    <Fields firstName="" lastName="" />
  </div>
)

function Fields(name: { firstName: string; lastName: string }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const refresh = useRefreshViewer()
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
      void showToast('success', t('account:name.done'))
      await Promise.all([refresh(), queries.invalidateQueries(myName)])
    },
  })
  return (
    <FormFrame form={form} draft="account.name">
      <div className="grid gap-4 sm:grid-cols-2">
        <form.AppField name="firstName">
          {(field) => <field.Text label={t('account:name.first')} autoComplete="given-name" required />}
        </form.AppField>
        <form.AppField name="lastName">
          {(field) => <field.Text label={t('account:name.last')} autoComplete="family-name" required />}
        </form.AppField>
      </div>
      <SaveRow>
        <form.Subscribe selector={({ isDefaultValue }) => isDefaultValue}>
          {(isUnchanged) =>
            isUnchanged ? null : (
              <>
                <span className="mr-auto text-sm text-muted-foreground max-sm:w-full">
                  {t('account:name.unsaved')}
                </span>
                <Button variant="ghost" onClick={() => form.reset()}>
                  {t('account:name.discard')}
                </Button>
              </>
            )
          }
        </form.Subscribe>
        <form.Submit isForChanges pendingLabel={t('account:name.pending')}>
          {t('account:name.submit')}
        </form.Submit>
      </SaveRow>
    </FormFrame>
  )
}
