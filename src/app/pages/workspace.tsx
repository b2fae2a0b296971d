import { SettingsCard } from '#/components/settings-section.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { OrganizationEventsSection } from '#/features/audit-log/index.ts'
import { WorkspacePage } from '#/features/organizations/index.ts'

/** The active workspace: its members, and its audit log for owners. */
export function Workspace({ viewer }: { viewer: Viewer }) {
  return (
    <WorkspacePage viewer={viewer}>
      <SettingsCard>
        <OrganizationEventsSection />
      </SettingsCard>
    </WorkspacePage>
  )
}
