import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '#/components/ui/confirm-dialog.tsx'
import type { WorkspaceRole } from '#/core/access/actor.ts'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC, type RouterOutput } from '#/core/trpc/react.tsx'
import { useActiveOrganization } from './use-active-organization.ts'
import { useOrganizationAct } from './use-organization-act.ts'

export type Member = RouterOutput['organizations']['members']['items'][number]

/**
 * The acts on one member of the active organization; those that take somebody's place away are asked for
 * first.
 */
export function useMemberActs(member: Member) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = useRefreshViewer()
  const { act, call } = useOrganizationAct()
  const organization = useActiveOrganization()
  const transferOwnership = useMutation(trpc.organizations.transferOwnership.mutationOptions())
  const name = member.name
  const organizationName = organization?.name ?? ''
  const showAnew = () => queries.invalidateQueries(trpc.organizations.members.pathFilter())

  async function changeRole(role: WorkspaceRole): Promise<void> {
    if (role === member.role) return
    const done = t('organizations:members.roleChanged', { name, role: t(`organizations:role.${role}`) })
    await act({ path: 'update-member-role', body: { memberId: member.id, role }, done })
    await showAnew()
  }

  const remove: Confirmation = {
    title: t('organizations:members.removeTitle', { name, organization: organizationName }),
    text: t('organizations:members.removeText'),
    confirmLabel: t('organizations:members.removeSubmit', { name }),
    pendingLabel: t('organizations:members.removing'),
    onConfirm: async () => {
      const isDone = await act({
        path: 'remove-member',
        body: { memberIdOrEmail: member.id },
        done: t('organizations:members.removed', { name }),
      })
      await showAnew()
      return isDone
    },
  }
  const leave: Confirmation = {
    title: t('organizations:members.leaveTitle', { organization: organizationName }),
    text: t('organizations:members.leaveText'),
    confirmLabel: t('organizations:members.leaveSubmit', { organization: organizationName }),
    pendingLabel: t('organizations:members.leaving'),
    onConfirm: async () => {
      let isDone = false
      const done = t('organizations:members.left', { organization: organizationName })
      await refresh({
        first: async () =>
          (isDone = await act({ path: 'leave', body: { organizationId: organization?.id }, done })),
      })
      return isDone
    },
  }
  const transfer: Confirmation = {
    title: t('organizations:members.transferTitle', { name, organization: organizationName }),
    text: t('organizations:members.transferText'),
    confirmLabel: t('organizations:members.transferSubmit'),
    pendingLabel: t('organizations:members.transferring'),
    onConfirm: async () => {
      let isDone = false
      const run = () => transferOwnership.mutateAsync({ memberId: member.id })
      await refresh({
        first: async () => (isDone = await call(run, t('organizations:members.transferred', { name }))),
      })
      return isDone
    },
  }
  return { changeRole, remove, leave, transfer }
}
