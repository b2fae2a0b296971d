import { Link } from '@tanstack/react-router'
import { Page } from '#/components/page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { LinkTabs } from './link-tabs.tsx'
import { settingsSections, type SettingsProps } from '#/app/registry/settings-sections.tsx'

/** The settings, one section at a time, selected by the URL. An unknown tab shows the first section. */
export function TabbedSettingsPage({ tab, ...props }: SettingsProps & { tab: string | undefined }) {
  const t = useTranslate()
  const shown = settingsSections.filter(({ isShown }) => isShown?.(props) ?? true)
  const selected = shown.find(({ id }) => id === tab) ?? shown[0]
  if (!selected) return null
  const { id, Section } = selected
  return (
    <Page
      title={t('settings:tabs.title')}
      intro={t('settings:tabs.intro')}
      action={
        <Link to="/dashboard/settings" className={buttonVariants({ variant: 'outline' })}>
          {t('settings:tabs.asPage')}
        </Link>
      }
    >
      <LinkTabs
        label={t('app:settings.title')}
        selected={id}
        tabs={shown.map((section) => ({ id: section.id, label: t(section.title) }))}
      >
        <div key={id} className="grid gap-8">
          <Section {...props} />
        </div>
      </LinkTabs>
    </Page>
  )
}
