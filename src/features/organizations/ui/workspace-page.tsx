import { Page } from '#/components/page.tsx'
import { SettingsCard, SettingsGroup } from '#/components/settings-section.tsx'
import { type Viewer, useMay } from '@plinth/core/access'
import type { FeatureOrganization } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { useLiveChanges, useTRPC } from '@plinth/core/client'
import { organizationsAccess } from '../organizations.access.ts'
import { DeleteSection } from './delete-section.tsx'
import { InvitationsSection } from './invitations/invitations-section.tsx'
import { InviteMember } from './invitations/invite-member.tsx'
import { LeaveSection } from './leave-section.tsx'
import { MembersSection } from './members-section.tsx'
import { OrganizationSection } from './organization-section.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useNewOrganization } from './new-organization.tsx'

/** Members and invitations follow what others do. */
function LiveMembers() {
  const { organizations } = useTRPC()
  useLiveChanges(organizations.changes.subscriptionOptions(), [
    organizations.members.pathFilter(),
    organizations.invitations.pathFilter(),
  ])
  return null
}

type WorkspacePageProps = {
  viewer: Viewer
  /** The sections of other features. */
  sections: FeatureOrganization['sections']
}

/**
 * Members, invitations and settings of the active organization. Shows an explanation in the personal
 * workspace.
 */
export function WorkspacePage({ viewer, sections }: WorkspacePageProps) {
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
          <LiveMembers />
          <MembersSection viewer={viewer} />
          {seesInvitations ? <InvitationsSection viewer={viewer} /> : null}
          <SettingsGroup title={t('organizations:edit.title')} text={t('organizations:edit.text')}>
            <SettingsCard>
              <OrganizationSection />
            </SettingsCard>
            {sections.map(({ order, Section }) => (
              <SettingsCard key={order}>
                <Section />
              </SettingsCard>
            ))}
            <SettingsCard>
              <LeaveSection viewer={viewer} />
              <DeleteSection />
            </SettingsCard>
          </SettingsGroup>
        </div>
      )}
    </Page>
  )
}

/** Explains why the personal workspace has no members, and offers to create an organization. */
function PersonalWorkspace() {
  const t = useTranslate()
  const open = useNewOrganization()
  return (
    <EmptyState
      title={t('organizations:personal.title')}
      text={`${t('organizations:errors.invitePersonal')} ${t('organizations:personal.text')}`}
      action={<Button onClick={open}>{t('organizations:new.open')}</Button>}
    />
  )
}
