import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { ownEvents } from './audit-queries.ts'
import { EventsSection } from './events-section.tsx'

/** The log of the user's own account, which reveals actions of others. */
export function OwnEventsSection() {
  const t = useTranslate()
  const pages = useInfiniteQuery(ownEvents(useTRPC()))
  const ownId = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.userId })
  return (
    <EventsSection
      title={t('audit-log:own.title')}
      text={t('audit-log:own.text')}
      pages={pages}
      ownId={ownId}
    />
  )
}
