import { useHydrated, useLocation } from '@tanstack/react-router'
import { PageContents } from '#/components/page-contents.tsx'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '@plinth/core/texts'
import { shownGroups } from '#/shell/slots/settings-sections.ts'
import type { SettingsProps } from '@plinth/core/feature'
import { GroupOfSettings, sectionAnchor, sectionOfAnchor } from './group-of-settings.tsx'
import { OtherView } from './other-view.tsx'

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
      intro={
        <>
          {t('app:settings.intro')}{' '}
          <OtherView to="/dashboard/settings-enhanced">{t('settings:page.asTabs')}</OtherView>
        </>
      }
    >
      <PageContents
        sections={groups.map(({ id, cards }) => ({
          id,
          title: t(`settings:groups.${id}.title`),
          // A link to each card after the first.
          parts: cards
            .slice(1)
            .flatMap(([section]) =>
              section ? { id: sectionAnchor(section.id), title: t(section.title) } : [],
            ),
        }))}
      >
        <div className="grid max-w-228 grid-cols-[minmax(0,1fr)] gap-12">
          {groups.map((group) => (
            <GroupOfSettings key={group.id} group={group} settings={settings} linked={linked} />
          ))}
        </div>
      </PageContents>
    </Page>
  )
}
