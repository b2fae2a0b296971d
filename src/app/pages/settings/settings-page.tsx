import { useHydrated, useLocation } from '@tanstack/react-router'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { shownGroups } from '#/app/registry/settings-sections.ts'
import type { SettingsProps } from '#/core/feature.ts'
import { GroupOfSettings, sectionOfAnchor } from './group-of-settings.tsx'
import { OtherView } from './other-view.tsx'
import { SettingsContents } from './settings-contents.tsx'

/** All settings on one page, next to a list of the groups. */
export function SettingsPage(settings: SettingsProps) {
  const t = useTranslate()
  const groups = shownGroups(settings)
  const anchor = useLocation({ select: ({ hash }) => hash })
  // The server doesn't know it.
  const linked = useHydrated() ? sectionOfAnchor(anchor) : undefined
  return (
    <Page
      title={t('app:settings.title')}
      intro={t('app:settings.intro')}
      action={<OtherView to="/dashboard/settings-enhanced">{t('settings:page.asTabs')}</OtherView>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,47rem)] lg:gap-x-12">
        <SettingsContents groups={groups} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {groups.map((group) => (
            <GroupOfSettings key={group.id} group={group} settings={settings} linked={linked} />
          ))}
        </div>
      </div>
    </Page>
  )
}
