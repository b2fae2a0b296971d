import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { focusFirstInvalid, FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { TextField } from '#/components/form/field.tsx'
import { useImage } from '#/components/form/use-image.ts'
import { LoadState } from '#/components/load-state.tsx'
import { SaveRow } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { nameForm, readAuth, requestAuth, useRefreshViewer } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { stateOf } from '@plinth/core/client'
import type { WireError } from '@plinth/core/page'
import { joinName, splitName } from '@plinth/core/format'
import { removeProfileImage, uploadProfileImage } from './change-profile-image.ts'
import { ProfileImageField } from './profile-image-field.tsx'

type Me = { user: { firstName?: string | null; lastName?: string | null; name: string } }

// Fetched by the browser: the page is sent with the whole name, split.
const myName = queryOptions({
  queryKey: ['profile', 'name'],
  queryFn: ({ signal }) => readAuth<Me>('/get-session?disableCookieCache=true', { signal }),
})

/** The image of the user and their name, in one field and in its two parts. One button saves all of it. */
export function ProfileForm({ viewer }: { viewer: Viewer }) {
  const query = useQuery({ ...myName, placeholderData: { user: { name: viewer.name } } })
  return (
    <LoadState {...stateOf(query)} skeleton={null}>
      {({ user: { name, firstName, lastName } }) => (
        <Fields
          viewer={viewer}
          name={firstName ? { firstName, lastName: lastName ?? '' } : splitName(name)}
        />
      )}
    </LoadState>
  )
}

type FieldsProps = { viewer: Viewer; name: { firstName: string; lastName: string } }

function Fields({ viewer, name }: FieldsProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const refresh = useRefreshViewer()
  // As it was typed: a space at its end is in neither part.
  const [typed, setTyped] = useState('')
  const { image, readyImage, onChoose } = useImage()
  const [imageError, setImageError] = useState<string>()
  const [discards, setDiscards] = useState(0)
  const [isRemoving, setRemoving] = useState(false)
  const textOf = ({ code, params, fields }: WireError) => t((fields?.file ?? code) as TranslationKey, params)
  const form = useAppForm({
    defaultValues: name,
    validators: { onSubmit: nameForm },
    onSubmit: async ({ value }) => {
      const picture = await readyImage()
      if (picture === 'invalid') return focusFirstInvalid()
      const { refused } = await requestAuth('/update-user', { body: value })
      if (refused) {
        if (!showRefusal(form, refused))
          void showToast('error', t(refused.code as TranslationKey, refused.params))
        return
      }
      const failure = picture && (await uploadProfileImage(picture))
      if (failure) {
        setImageError(textOf(failure))
        focusFirstInvalid()
      } else {
        onChoose(undefined)
        void showToast('success', t('profile:name.done'))
      }
      await Promise.all([refresh(), queries.invalidateQueries(myName)])
    },
  })
  async function removeImage() {
    if (isRemoving) return
    setRemoving(true)
    const failure = await removeProfileImage()
    setRemoving(false)
    if (failure) return showToast('error', textOf(failure))
    void showToast('success', t('app:settings.imageRemoved'))
    await refresh()
  }
  return (
    <FormFrame form={form} draft="profile.name" className="grid gap-5 *:not-last:max-w-[30rem]">
      <div className="flex flex-wrap items-end gap-x-2 gap-y-3">
        <ProfileImageField
          // Empty again once the image is stored or discarded.
          key={`${viewer.image} ${discards}`}
          image={viewer.image}
          fallback={
            <UserAvatar
              id={viewer.actor.userId}
              name={viewer.name}
              image={null}
              className="size-full text-lg"
            />
          }
          error={imageError}
          onChoose={(chosen) => {
            onChoose(chosen)
            setImageError(undefined)
          }}
        />
        {viewer.image && !image ? (
          <Button variant="ghost" aria-disabled={isRemoving} onClick={() => void removeImage()}>
            {t('app:settings.removeImage')}
          </Button>
        ) : null}
      </div>
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
          {(isUnchanged) => (
            <>
              {isUnchanged && !image ? null : (
                <>
                  <span className="mr-auto text-sm text-muted-foreground max-sm:w-full">
                    {t('profile:name.unsaved')}
                  </span>
                  <Button
                    variant="ghost"
                    onClick={() => {
                      form.reset()
                      onChoose(undefined)
                      setImageError(undefined)
                      setDiscards(discards + 1)
                    }}
                  >
                    {t('profile:name.discard')}
                  </Button>
                </>
              )}
              <form.Submit
                variant={isUnchanged && !image ? 'outline' : 'default'}
                pendingLabel={t('profile:name.pending')}
              >
                {t('profile:name.submit')}
              </form.Submit>
            </>
          )}
        </form.Subscribe>
      </SaveRow>
    </FormFrame>
  )
}
