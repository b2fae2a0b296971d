import { Check, TriangleAlert } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { Part } from './part.tsx'

/** What the server knows about the user; the access rules depend on nothing else. */
type IdentityProps = { viewer: Viewer; Workspace: ComponentType<{ viewer: Viewer }> }

export function Identity({ viewer, Workspace }: IdentityProps) {
  const { actor, name, email, image } = viewer
  const t = useTranslate()
  const Mark = actor.emailVerified ? Check : TriangleAlert
  return (
    <Part id="identity" title={t('permissions:identity.title')}>
      <dl className="grid gap-px overflow-clip rounded-xl border border-border bg-border grid-cols-2 lg:grid-cols-3">
        <Fact name={t('permissions:identity.signedInAs')}>
          <UserAvatar id={actor.userId} name={name} image={image} className="size-6 text-[0.625rem]" />
          <span title={email} className="min-w-0 wrap-anywhere">
            {name}
          </span>
        </Fact>
        <Fact name={t('permissions:identity.role')}>
          {t(`permissions:identity.application.${actor.role}`)}
        </Fact>
        <Fact name={t('permissions:identity.workspace')}>
          <Workspace viewer={viewer} />
        </Fact>
        <Fact name={t('permissions:identity.workspaceRole')}>{t(`roles:${actor.workspace.role}.name`)}</Fact>
        <Fact name={t('permissions:identity.verified')}>
          <Mark
            className={`size-4 shrink-0 ${actor.emailVerified ? 'text-success-text' : 'text-warning-text'}`}
            aria-hidden="true"
          />
          {t(actor.emailVerified ? 'permissions:identity.isVerified' : 'permissions:identity.isUnverified')}
        </Fact>
        <Fact name={t('permissions:identity.impersonated')}>
          {t(
            actor.impersonatedBy === null
              ? 'permissions:identity.ownSession'
              : 'permissions:identity.byAdmin',
          )}
        </Fact>
      </dl>
    </Part>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-card px-4 md:px-5 py-3.5">
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="flex min-h-6 items-center gap-2 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
