import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '#/components/dialog/confirm-dialog.tsx'
import type { WorkspaceRole } from '@plinth/core/access'
import { useRefreshViewer } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { type RouterOutput, useTRPC } from '@plinth/core/client'
import { useOrganizationAct } from './use-organization-act.ts'
import { useActiveOrganization } from './use-active-organization.ts'

export type Member = RouterOutput['organizations']['members']['items'][number]

/**
 * The actions on a member of the active organization. Removing, transferring and making an owner ask for
 * confirmation.
 */
export function useMemberActs({ userId, name, role: held }: Member) {
  const t = useTranslate()
  const { organizations } = useTRPC()
  const queries = useQueryClient()
  const refresh = useRefreshViewer()
  const act = useOrganizationAct()
  const organization = useActiveOrganization()?.name ?? ''
  const setMemberRole = useMutation(organizations.setMemberRole.mutationOptions())
  const removeMember = useMutation(organizations.removeMember.mutationOptions())
  const transferOwnership = useMutation(organizations.transferOwnership.mutationOptions())
  const showAnew = () => queries.invalidateQueries(organizations.members.pathFilter())
  async function setRole(role: WorkspaceRole): Promise<boolean> {
    const done = t('organizations:members.roleChanged', { name, role: t(`roles:${role}.name`) })
    const isDone = await act(() => setMemberRole.mutateAsync({ userId, role }), done)
    await showAnew()
    return isDone
  }
  const makeOwner: Confirmation = {
    title: t('organizations:members.makeOwnerTitle', { name, organization }),
    text: t('organizations:members.makeOwnerText', { name }),
    confirmLabel: t('organizations:members.makeOwnerSubmit', { name }),
    pendingLabel: t('organizations:members.makingOwner'),
    onConfirm: () => setRole('owner'),
  }
  /** `ask` opens the confirmation of a new owner. */
  function changeRole(role: WorkspaceRole, ask: (confirmation: Confirmation) => void): void {
    if (role === held) return
    if (role === 'owner') ask(makeOwner)
    else void setRole(role)
  }

  const remove: Confirmation = {
    title: t('organizations:members.removeTitle', { name, organization }),
    text: t('organizations:members.removeText'),
    confirmLabel: t('organizations:members.removeSubmit', { name }),
    pendingLabel: t('organizations:members.removing'),
    onConfirm: async () => {
      const done = t('organizations:members.removed', { name })
      const isDone = await act(() => removeMember.mutateAsync({ userId }), done)
      await showAnew()
      return isDone
    },
  }
  const transfer: Confirmation = {
    title: t('organizations:members.transferTitle', { name, organization }),
    text: t('organizations:members.transferText'),
    confirmLabel: t('organizations:members.transferSubmit'),
    pendingLabel: t('organizations:members.transferring'),
    onConfirm: async () => {
      let isDone = false
      const run = () => transferOwnership.mutateAsync({ userId })
      // Transferring changes the actor's own role.
      await refresh({
        first: async () => (isDone = await act(run, t('organizations:members.transferred', { name }))),
      })
      return isDone
    },
  }
  return { changeRole, remove, transfer }
}
