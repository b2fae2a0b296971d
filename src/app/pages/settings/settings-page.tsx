import { Link } from '@tanstack/react-router'
import { Page } from '#/components/page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { settingsSections, type SettingsProps } from '#/app/registry/settings-sections.tsx'

/** All settings on one page, section by section. */
export function SettingsPage(props: SettingsProps) {
  const t = useTranslate()
  return (
    <Page
      title={t('app:settings.title')}
      intro={t('app:settings.intro')}
      action={
        <Link to="/dashboard/settings-enhanced" className={buttonVariants({ variant: 'outline' })}>
          {t('settings:page.asTabs')}
        </Link>
      }
    >
      <div className="grid gap-8">
        {settingsSections.map(({ id, Section }) => (
          <Section key={id} {...props} />
        ))}
      </div>
    </Page>
  )
}
