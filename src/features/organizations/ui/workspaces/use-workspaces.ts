import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { myOrganizations } from '../my-organizations.ts'

export type ListedWorkspace = {
  /** Null for the personal workspace. */
  id: string | null
  name: string
  image: string | null
  isActive: boolean
}

/** The user's workspaces, the personal one first, and the switch between them. */
export function useWorkspaces(viewer: Viewer) {
  const t = useTranslate()
  const refresh = useRefreshViewer()
  const trpc = useTRPC()
  const { data } = useSuspenseQuery(myOrganizations(trpc))
  const setActive = useMutation(trpc.organizations.setActive.mutationOptions())
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

  async function enter({ id, isActive }: ListedWorkspace) {
    if (isActive) return
    const move = () => setActive.mutateAsync({ id }).catch(sayWhy)
    await refresh({ first: move })
    focusSwitcher()
  }
  async function sayWhy(error: unknown) {
    const { code, params } = failureOf(error)
    await showToast('error', t(code as TranslationKey, params))
  }
  return {
    personal,
    organizations,
    active: organizations.find(({ isActive }) => isActive) ?? personal,
    enter,
  }
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
