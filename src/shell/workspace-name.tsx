import { Part } from '#/components/part/part.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { frame } from './slots/layout.ts'
import { Link } from '@tanstack/react-router'
import { Mark } from '#/components/mark.tsx'
import { brand } from '#/brand.ts'

type WorkspaceNameProps = { viewer: Viewer; otherwise?: string }

/** The name of the active workspace, with its logo. `otherwise`: where no feature brings workspaces. */
export function WorkspaceName({ viewer, otherwise }: WorkspaceNameProps) {
  const t = useTranslate()
  const name = otherwise ?? t('app:workspace.personal')
  return frame.workspace ? (
    <Part failed={() => name}>
      <frame.workspace.Name viewer={viewer} />
    </Part>
  ) : (
    name
  )
}

const brandLink = () => <BrandLink />

type WorkspaceMenuProps = { viewer: Viewer; isOnPhone?: boolean }

/** The switch of workspaces or, where there is none, a link home. */
export function WorkspaceMenu(props: WorkspaceMenuProps) {
  return frame.workspace ? (
    <Part failed={brandLink}>
      <frame.workspace.Switcher {...props} />
    </Part>
  ) : (
    <BrandLink />
  )
}

/** The name of the product, where there are no workspaces to switch between. */
function BrandLink() {
  return (
    <Link
      to="/dashboard"
      activeOptions={{ exact: true }}
      className="flex h-10 min-w-0 items-center gap-2.5 rounded-lg px-2 font-semibold hover:bg-sidebar-accent rail:justify-center"
    >
      <Mark className="size-6 shrink-0" />
      <span className="truncate rail:hidden">{brand.name}</span>
    </Link>
  )
}
