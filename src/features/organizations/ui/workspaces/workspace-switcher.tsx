import { ChevronsUpDown, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { MenuButton, type MenuEntry, type MenuGroup } from '#/components/menu-button.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { useNewOrganization } from '../new-organization.tsx'
import { SWITCHER_ID, useActiveWorkspace, useWorkspaces, type ListedWorkspace } from './use-workspaces.ts'

type WorkspaceSwitcherProps = {
  viewer: Viewer
  /** In the top bar of a phone, not in the sidebar. */
  isOnPhone?: boolean
}

/** The active workspace, and the menu that switches it or creates a new organization. */
export function WorkspaceSwitcher({ viewer, isOnPhone = false }: WorkspaceSwitcherProps) {
  const t = useTranslate()
  const active = useActiveWorkspace(viewer)
  return (
    <MenuButton
      id={isOnPhone ? undefined : SWITCHER_ID}
      data-workspace-switcher
      menuLabel={t('organizations:shell.switch')}
      renderMenu={(show) => <WorkspaceMenu viewer={viewer} show={show} />}
      aria-label={t('app:workspace.label', { name: active.name })}
      title={isOnPhone ? undefined : active.name}
      className={cn(
        'flex h-10 min-w-0 cursor-pointer items-center gap-2.5 rounded-lg px-2 text-left hover:bg-sidebar-accent pointer-coarse:min-h-11',
        !isOnPhone && 'w-full rail:justify-center',
      )}
    >
      <WorkspacePicture workspace={active} viewer={viewer} className="size-6 text-xs" />
      <span className={cn('contents', !isOnPhone && 'rail:hidden')}>
        <span className="min-w-0 flex-1 truncate font-semibold">{active.name}</span>
        <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      </span>
    </MenuButton>
  )
}

type WorkspaceMenuProps = { viewer: Viewer; show: (groups: readonly MenuGroup[]) => ReactNode }

function WorkspaceMenu({ viewer, show }: WorkspaceMenuProps) {
  const t = useTranslate()
  const newOrganization = useNewOrganization()
  const { personal, organizations, enter } = useWorkspaces(viewer)
  const entryOf = (workspace: ListedWorkspace): MenuEntry => ({
    key: workspace.id ?? 'personal',
    label: workspace.name,
    picture: <WorkspacePicture workspace={workspace} viewer={viewer} className="size-6 text-xs" />,
    isChosen: workspace.isActive,
    onSelect: () => void enter(workspace),
  })
  const add: MenuEntry = {
    key: 'new',
    label: t('organizations:shell.new'),
    Icon: Plus,
    onSelect: newOrganization,
  }
  return show([
    { key: 'personal', entries: [entryOf(personal)] },
    ...(organizations.length > 0
      ? [
          {
            key: 'organizations',
            heading: t('app:workspace.organizations'),
            entries: organizations.map(entryOf),
          },
        ]
      : []),
    { key: 'new', entries: [add] },
  ])
}

/** The name of the active workspace. */
export const WorkspaceName = ({ viewer }: { viewer: Viewer }) => useActiveWorkspace(viewer).name

type WorkspacePictureProps = {
  workspace: ListedWorkspace
  viewer: Viewer
  className: string
}

/** The logo of an organization, or the user's own image for the personal workspace. */
function WorkspacePicture({ workspace, viewer, className }: WorkspacePictureProps) {
  return workspace.id === null ? (
    <UserAvatar id={viewer.actor.userId} name={viewer.name} image={viewer.image} className={className} />
  ) : (
    <UserAvatar
      id={workspace.id}
      name={workspace.name}
      image={workspace.image}
      isSquare
      className={className}
    />
  )
}
