import type { ReactNode } from 'react'
import { Page } from '#/components/page.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { DeleteSection } from './delete-section.tsx'
import { OrganizationSection } from './organization-section.tsx'
import { WorkspaceMembers } from './workspace-members.tsx'

/**
 * Members and invitations of the active workspace, and what it is called; `children` are sections of others,
 * before the end of it all.
 */
export function WorkspacePage({ viewer, children }: { viewer: Viewer; children?: ReactNode }) {
  const t = useTranslate()
  return (
    <Page title={t('organizations:workspace.title')} intro={t('organizations:workspace.intro')}>
      <div className="grid gap-8">
        <WorkspaceMembers viewer={viewer} />
        <OrganizationSection />
        {children}
        <DeleteSection />
      </div>
    </Page>
  )
}
