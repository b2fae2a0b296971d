import { Link } from '@tanstack/react-router'
import { SettingsSection } from '#/components/settings-section.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { webhooksAccess } from '../webhooks.access.ts'

/** The way to the webhooks of an organization, for its owners and admins. */
export function OrganizationWebhooks() {
  const t = useTranslate()
  if (!useMay(webhooksAccess.read)) return null
  return (
    <SettingsSection
      title={t('webhooks:details.title')}
      text={t('webhooks:details.text')}
      action={
        <Link to="/dashboard/webhooks" className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t('webhooks:details.open')}
        </Link>
      }
    />
  )
}
