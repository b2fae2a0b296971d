import { JoinedCards, SectionFold, SettingsCard, SettingsGroup } from '#/components/settings-section.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { shownGroups } from '#/shell/slots/settings-sections.ts'
import type { SettingsProps } from '@plinth/core/feature'

/** The prefix avoids collisions with the ids of fields. */
const PREFIX = 'settings-'
export const sectionAnchor = (id: string) => `${PREFIX}${id}`
export const sectionOfAnchor = (anchor: string) =>
  anchor.startsWith(PREFIX) ? anchor.slice(PREFIX.length) : undefined

type GroupOfSettingsProps = {
  group: ReturnType<typeof shownGroups>[number]
  settings: SettingsProps
  /** The section that the URL names. */
  linked: string | undefined
  isTab?: boolean
}

/**
 * One group with its cards. Each section can be linked to by its id; on phones it is folded, unless it is
 * the only one.
 */
export function GroupOfSettings({ group: { id, cards }, settings, linked, isTab }: GroupOfSettingsProps) {
  const t = useTranslate()
  const isAlone = cards.flat().length === 1
  return (
    <SettingsGroup
      id={id}
      title={t(`settings:groups.${id}.title`)}
      text={t(`settings:groups.${id}.text`)}
      isTab={isTab}
    >
      <JoinedCards>
        {cards.map((card) => (
          <SettingsCard key={card[0]?.id} isJoined>
            {card.map(({ id: sectionId, Section }) => (
              <div key={sectionId} id={sectionAnchor(sectionId)} className="scroll-below-bars">
                <SectionFold value={isAlone ? undefined : linked === sectionId ? 'linked' : 'folded'}>
                  <Section {...settings} />
                </SectionFold>
              </div>
            ))}
          </SettingsCard>
        ))}
      </JoinedCards>
    </SettingsGroup>
  )
}
