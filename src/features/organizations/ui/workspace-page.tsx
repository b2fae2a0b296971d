import type { ReactNode } from 'react'
import { Page } from '#/components/page.tsx'
import { SettingsCard, SettingsGroup } from '#/components/settings-section.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { organizationsAccess } from '../organizations.access.ts'
import { DeleteSection } from './delete-section.tsx'
import { InvitationsSection } from './invitations/invitations-section.tsx'
import { InviteMember } from './invitations/invite-member.tsx'
import { LeaveSection } from './leave-section.tsx'
import { MembersSection } from './members-section.tsx'
import { OrganizationSection } from './organization-section.tsx'
import { PersonalWorkspace } from './personal-workspace.tsx'

/**
 * Members, invitations and settings of the active organization; `children` are sections of other features.
 * Shows an explanation in the personal workspace.
 */
export function WorkspacePage({ viewer, children }: { viewer: Viewer; children?: ReactNode }) {
  const t = useTranslate()
  const seesInvitations = useMay(organizationsAccess.invitations)
  const isPersonal = viewer.actor.workspace.organizationId === null
  return (
    <Page
      title={t('organizations:members.title')}
      intro={t('organizations:workspace.intro')}
      action={isPersonal ? null : <InviteMember />}
    >
      {isPersonal ? (
        <PersonalWorkspace />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <MembersSection viewer={viewer} />
          {seesInvitations ? <InvitationsSection viewer={viewer} /> : null}
          <SettingsGroup title={t('organizations:edit.title')} text={t('organizations:edit.text')}>
            <SettingsCard>
              <OrganizationSection />
              <LeaveSection />
              <DeleteSection />
            </SettingsCard>
            {children}
          </SettingsGroup>
        </div>
      )}
    </Page>
  )
}
