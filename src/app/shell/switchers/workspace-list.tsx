import { Check, Plus } from 'lucide-react'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useNewOrganization } from '#/features/organizations/index.ts'
import { useWorkspaces } from './use-workspaces.ts'
import { WorkspacePicture } from './workspace-switcher.tsx'

const rowClass =
  'flex h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-2 text-left hover:bg-accent'

/** The workspaces as a list, for the phone sheet. */
export function WorkspaceList({ viewer, onChoose }: { viewer: Viewer; onChoose: () => void }) {
  const t = useTranslate()
  const newOrganization = useNewOrganization()
  const { personal, organizations, enter } = useWorkspaces(viewer)
  return (
    <section
      aria-label={t('app:workspace.switch')}
      className="grid max-h-[40dvh] overflow-y-auto border-b border-border pb-2"
    >
      {[personal, ...organizations].map((workspace) => (
        <button
          key={workspace.id}
          type="button"
          aria-current={workspace.isActive ? 'true' : undefined}
          className={rowClass}
          onClick={() => {
            onChoose()
            void enter(workspace)
          }}
        >
          <WorkspacePicture workspace={workspace} viewer={viewer} className="size-7 text-xs" />
          <span className="min-w-0 flex-1 truncate">{workspace.name}</span>
          {workspace.isActive ? <Check className="size-4 text-link" aria-hidden="true" /> : null}
        </button>
      ))}
      <button
        type="button"
        className={rowClass}
        onClick={() => {
          onChoose()
          newOrganization()
        }}
      >
        <Plus className="mx-1 size-5 text-muted-foreground" aria-hidden="true" />
        {t('organizations:new.open')}
      </button>
    </section>
  )
}
