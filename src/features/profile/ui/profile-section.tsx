import { SettingsSection } from '#/components/settings-section.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
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
