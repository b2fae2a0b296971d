import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { showFailure } from '#/components/toast.ts'
import { useRefreshViewer } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { myOrganizations } from '../my-organizations.ts'

export type ListedWorkspace = {
  /** Null for the personal workspace. */
  id: string | null
  name: string
  image: string | null
  isActive: boolean
}

/** The user's workspaces, the personal one first. */
function useListedWorkspaces(viewer: Viewer) {
  const t = useTranslate()
  const { data } = useSuspenseQuery(myOrganizations(useTRPC()))
  const activeId = viewer.actor.workspace.organizationId
  const personal: ListedWorkspace = {
    id: null,
    name: t('app:workspace.personal'),
    image: viewer.image,
    isActive: activeId === null,
  }
  const organizations = data.items.map(({ id, name, logo }): ListedWorkspace => ({
    id,
    name,
    image: logo,
    isActive: id === activeId,
  }))
  return { personal, organizations }
}

export function useActiveWorkspace(viewer: Viewer): ListedWorkspace {
  const { personal, organizations } = useListedWorkspaces(viewer)
  return organizations.find(({ isActive }) => isActive) ?? personal
}

/** The user's workspaces, the personal one first, and the switch between them. */
export function useWorkspaces(viewer: Viewer) {
  const t = useTranslate()
  const refresh = useRefreshViewer()
  const listed = useListedWorkspaces(viewer)
  const setActive = useMutation(useTRPC().organizations.setActive.mutationOptions())

  async function enter({ id, isActive }: ListedWorkspace) {
    if (isActive) return
    const move = () => setActive.mutateAsync({ id }).catch(sayWhy)
    await refresh({ first: move })
    focusSwitcher()
  }
  async function sayWhy(error: unknown) {
    await showFailure(error, t)
  }
  return { ...listed, enter }
}

export const SWITCHER_ID = 'workspace-switcher'

/**
 * Focuses the visible one of the two switchers, because the focused element was removed with the old
 * workspace.
 */
function focusSwitcher(): void {
  for (const switcher of document.querySelectorAll<HTMLElement>('[data-workspace-switcher]')) switcher.focus()
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}
