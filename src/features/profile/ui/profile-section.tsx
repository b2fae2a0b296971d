import { useState, type SubmitEvent } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Form } from '#/components/form/form.tsx'
import { useImage } from '#/components/form/use-image.ts'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { WireError } from '#/lib/wire-error.ts'
import { NameForm } from './name-form.tsx'
import { ProfileImageField } from './profile-image-field.tsx'
import { removeProfileImage, uploadProfileImage } from './change-profile-image.ts'

const toast = { id: 'profile-image' }

/** The name and profile image that others see. */
export function ProfileSection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const refresh = useRefreshViewer()
  const { image: file, checkedImage, onChoose } = useImage()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function change(send: () => Promise<WireError | undefined>, done: TranslationKey) {
    if (isPending) return
    setPending(true)
    void showToast('loading', t('app:settings.saving'), toast)
    const failure = await send()
    setPending(false)
    const code = failure?.fields?.file ?? failure?.code
    const text = code && t(code as TranslationKey, failure?.params)
    setError(text)
    if (text) return showToast('error', text, toast)
    onChoose(undefined)
    void showToast('success', t(done), toast)
    await refresh()
  }

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void checkedImage()?.then((image) => {
      if (image) void change(() => uploadProfileImage(image), 'app:settings.imageSaved')
    })
  }

  return (
    <SettingsSection title={t('app:settings.editUser')}>
      <Form className="flex flex-wrap items-end gap-x-2 gap-y-3" onSubmit={save}>
        <ProfileImageField
          // Resets the field when the image changes.
          key={viewer.image}
          image={viewer.image}
          fallback={
            <UserAvatar
              id={viewer.actor.userId}
              name={viewer.name}
              image={null}
              className="size-full text-lg"
            />
          }
          error={error}
          onChoose={(chosen) => {
            onChoose(chosen)
            setError(undefined)
          }}
        />
        {file ? (
          <SubmitButton pending={isPending} pendingLabel={t('app:settings.saving')}>
            {t('app:settings.save')}
          </SubmitButton>
        ) : null}
        {viewer.image && !file ? (
          <Button
            variant="ghost"
            aria-disabled={isPending}
            onClick={() => void change(removeProfileImage, 'app:settings.imageRemoved')}
          >
            {t('app:settings.removeImage')}
          </Button>
        ) : null}
      </Form>
      <NameForm known={viewer.name} />
    </SettingsSection>
  )
}
