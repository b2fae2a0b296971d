import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { FactList } from '#/components/fact-list.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import type { DialogState } from '#/components/dialog/titled-dialog.tsx'
import { TitledSheet } from '#/components/dialog/titled-sheet.tsx'
import { useI18n } from '@plinth/core/texts'
import { formatMoment } from '@plinth/core/format'
import type { AuditEntry } from './audit-queries.ts'
import { factsOf } from './entry-parts.tsx'
import { useEntryWords } from './entry-words.ts'

/** All details of an entry, with links to the other entries by and about its users. */
export default function AuditDrawer({ entry, ...dialog }: DialogState & { entry: AuditEntry }) {
  const { t, language } = useI18n()
  const words = useEntryWords()
  const { id, action, at, actor, impersonator, target, ip } = entry
  const facts: ComponentProps<typeof FactList>['facts'] = [
    { key: 'at', name: t('audit-log:table.at'), value: formatMoment(at, language) },
    { key: 'actor', name: t('audit-log:table.actor'), value: <User name={words.user(actor)} user={actor} /> },
    ...(impersonator
      ? [
          {
            key: 'impersonator',
            name: t('audit-log:drawer.impersonator'),
            value: <User name={words.user(impersonator)} user={impersonator} />,
          },
        ]
      : []),
    ...(target ? [{ key: 'target', name: t('audit-log:table.target'), value: words.target(target) }] : []),
    ...(ip ? [{ key: 'ip', name: t('audit-log:table.ip'), value: <Code>{ip}</Code> }] : []),
    ...factsOf(entry).map(([name, value]) => ({
      key: `fact.${name}`,
      name: words.factName(name),
      value: /Id$|^(?:call|code)$/.test(name) ? <Code>{value}</Code> : words.fact(name, value),
    })),
    { key: 'code', name: t('audit-log:drawer.event'), value: <Code>{action}</Code> },
    { key: 'id', name: t('audit-log:drawer.id'), value: <Code>{id}</Code> },
  ]
  const close = () => dialog.onOpenChange(false)
  return (
    <TitledSheet {...dialog} title={words.action(action)}>
      <FactList facts={facts} />
      <div className="flex flex-wrap gap-2">
        {actor ? (
          <Link
            to="/dashboard/admin/audit"
            search={{ actor: actor.id }}
            onClick={close}
            className={buttonVariants({ variant: 'outline', size: 'sm' })}
          >
            {t('audit-log:trail.did')}
          </Link>
        ) : null}
        {target?.type === 'user' ? (
          <Link
            to="/dashboard/admin/audit"
            search={{ target: target.id }}
            onClick={close}
            className={buttonVariants({ variant: 'outline', size: 'sm' })}
          >
            {t('audit-log:drawer.aboutTarget')}
          </Link>
        ) : null}
      </div>
    </TitledSheet>
  )
}

function User({ name, user }: { name: string; user: AuditEntry['actor'] }) {
  return (
    <>
      {name}
      {user?.email ? <span className="block text-sm text-muted-foreground">{user.email}</span> : null}
    </>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-xs text-muted-foreground">{children}</code>
)
