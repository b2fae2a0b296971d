import { Link } from '@tanstack/react-router'
import type { DetailedUser } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { EntryList } from './entry-parts.tsx'

/** The newest entries about a user, with links to all entries by and about them. */
export function AuditTrail({ user: { id: userId, audit: entries } }: { user: DetailedUser }) {
  const t = useTranslate()
  const linkClass = 'rounded-sm font-medium text-link underline underline-offset-2'
  return (
    <>
      {entries.length === 0 ? (
        <p className="text-muted-foreground">{t('audit-log:list.none')}</p>
      ) : (
        <EntryList label={t('audit-log:trail.label')} entries={entries} ownId={userId} />
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/dashboard/admin/audit" search={{ actor: userId }} className={linkClass}>
          {t('audit-log:trail.did')}
        </Link>
        <Link to="/dashboard/admin/audit" search={{ target: userId }} className={linkClass}>
          {t('audit-log:trail.happened')}
        </Link>
      </p>
    </>
  )
}
