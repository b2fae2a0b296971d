import { SettingsCard, SettingsGroup } from '#/components/settings-section.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { shownGroups } from '#/app/registry/settings-sections.ts'
import type { SettingsProps } from '#/core/feature.ts'

/** The prefix avoids collisions with the ids of fields. */
export const sectionAnchor = (id: string) => `settings-${id}`

type GroupOfSettingsProps = { group: ReturnType<typeof shownGroups>[number]; settings: SettingsProps }

/** One group with its cards. Each section can be linked to by its id. */
export function GroupOfSettings({ group: { id, cards }, settings }: GroupOfSettingsProps) {
  const t = useTranslate()
  return (
    <SettingsGroup id={id} title={t(`settings:groups.${id}.title`)} text={t(`settings:groups.${id}.text`)}>
      {cards.map((card) => (
        <SettingsCard key={card[0]?.id}>
          {card.map(({ id: sectionId, Section }) => (
            <div key={sectionId} id={sectionAnchor(sectionId)} className="scroll-mt-32 md:scroll-mt-22">
              <Section {...settings} />
            </div>
          ))}
        </SettingsCard>
      ))}
    </SettingsGroup>
  )
}
