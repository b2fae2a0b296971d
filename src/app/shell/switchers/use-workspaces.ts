import { useSuspenseQuery } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { myOrganizations } from '#/features/organizations/index.ts'

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

  async function enter({ id, isActive }: ListedWorkspace) {
    if (isActive) return
    await refresh({ first: () => setActive(id) })
    focusSwitcher()
  }
  async function setActive(organizationId: string | null) {
    const { refused: error } = await requestAuth('/organization/set-active', { body: { organizationId } })
    if (error) await showToast('error', t(error.code as TranslationKey, error.params))
  }
  return {
    personal,
    organizations,
    active: organizations.find(({ isActive }) => isActive) ?? personal,
    enter,
  }
}

export const SWITCHER_ID = 'workspace-switcher'

/** The focused element was removed with the old workspace. */
function focusSwitcher(): void {
  document.getElementById(SWITCHER_ID)?.focus()
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}
