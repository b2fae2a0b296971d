import { SettingsSection } from '#/components/settings-section.tsx'
import type { Viewer } from '@plinth/core/auth/viewer.ts'
import { useTranslate } from '@plinth/core/i18n/react.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The name and profile image that others see. */
export function ProfileSection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  return (
    <SettingsSection title={t('app:settings.editUser')}>
      <ProfileForm viewer={viewer} />
    </SettingsSection>
  )
}
