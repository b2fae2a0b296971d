import { useInfiniteQuery } from '@tanstack/react-query'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { auditAccess } from '../audit-log.access.ts'
import { organizationEvents } from './audit-queries.ts'
import { EventsSection } from './events-section.tsx'

/** The log of the active organization. Only rendered for its owners. */
export function OrganizationEventsSection() {
  return useMay(auditAccess.organization) ? <Events /> : null
}

function Events() {
  const t = useTranslate()
  const pages = useInfiniteQuery(organizationEvents(useTRPC()))
  return (
    <EventsSection
      title={t('audit-log:organization.title')}
      text={t('audit-log:organization.text')}
      pages={pages}
    />
  )
}
