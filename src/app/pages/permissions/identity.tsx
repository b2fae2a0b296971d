import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '#/components/ui/badge.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { myOrganizations } from '#/features/organizations/index.ts'

/** What the server knows about the user; the access rules depend on nothing else. */
export function Identity({ viewer: { actor, name, email } }: { viewer: Viewer }) {
  const t = useTranslate()
  const { data } = useSuspenseQuery(myOrganizations(useTRPC()))
  const { organizationId, role } = actor.workspace
  const organization = data.items.find(({ id }) => id === organizationId)
  return (
    <section aria-labelledby="identity" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="identity" className="text-xl font-semibold">
        {t('permissions:identity.title')}
      </h2>
      <dl className="grid gap-x-8 gap-y-4 rounded-xl border border-border bg-card p-6 sm:grid-cols-2 lg:grid-cols-3">
        <Fact name={t('permissions:identity.signedInAs')}>{[name, email].join(' · ')}</Fact>
        <Fact name={t('permissions:identity.role')}>
          {t(`permissions:identity.application.${actor.role}`)}
        </Fact>
        <Fact name={t('permissions:identity.workspace')}>
          {organizationId === null ? t('app:workspace.personal') : organization?.name}
        </Fact>
        <Fact name={t('permissions:identity.workspaceRole')}>{t(`organizations:role.${role}`)}</Fact>
        <Fact name={t('permissions:identity.verified')}>
          <Badge variant={actor.emailVerified ? 'success' : 'warning'}>
            {t(actor.emailVerified ? 'permissions:identity.isVerified' : 'permissions:identity.isUnverified')}
          </Badge>
        </Fact>
        <Fact name={t('permissions:identity.impersonated')}>
          {t(
            actor.impersonatedBy === null ? 'permissions:identity.inPerson' : 'permissions:identity.byAdmin',
          )}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
