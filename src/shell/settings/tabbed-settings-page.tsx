import { useEffect } from 'react'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '@plinth/core/texts'
import { shownGroups } from '#/shell/slots/settings-sections.ts'
import type { SettingsProps } from '@plinth/core/feature'
import { GroupOfSettings, sectionAnchor } from './group-of-settings.tsx'
import { LinkTabs } from './link-tabs.tsx'
import { OtherView } from './other-view.tsx'

/**
 * The settings, one group at a time, selected by the URL. The id of a section selects its group and scrolls
 * to it; an unknown one shows the first group.
 */
export function TabbedSettingsPage({ tab, ...settings }: SettingsProps & { tab: string | undefined }) {
  const t = useTranslate()
  const groups = shownGroups(settings)
  const selected =
    groups.find(({ id, cards }) => id === tab || cards.some((card) => card.some((one) => one.id === tab))) ??
    groups[0]
  const section = tab === selected?.id ? undefined : tab
  useEffect(() => {
    if (section) document.getElementById(sectionAnchor(section))?.scrollIntoView()
  }, [section])
  if (!selected) return null
  return (
    <Page
      title={t('settings:tabs.title')}
      intro={
        <>
          {t('settings:tabs.intro')}{' '}
          <OtherView to="/dashboard/settings">{t('settings:tabs.asPage')}</OtherView>
        </>
      }
    >
      <LinkTabs
        label={t('app:settings.title')}
        selected={selected.id}
        tabs={groups.map(({ id }) => ({ id, label: t(`settings:groups.${id}.title`) }))}
      >
        <GroupOfSettings key={selected.id} group={selected} settings={settings} linked={section} isTab />
      </LinkTabs>
    </Page>
  )
}
