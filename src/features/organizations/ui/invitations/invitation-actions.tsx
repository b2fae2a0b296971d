import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Link, RotateCw, X } from 'lucide-react'
import { RowButton } from '#/components/data-table/data-table-parts.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { showToast } from '#/components/toast.ts'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { useTranslate } from '@plinth/core/texts'
import { type RouterOutput, useTRPC } from '@plinth/core/client'
import { useOrganizationAct } from '../use-organization-act.ts'

export type Invitation = RouterOutput['organizations']['invitations']['items'][number]

/** The id of the address of an invitation in the list. */
export const invitationEmailId = (id: string) => `invitation-${id}`

/** The actions on an unanswered invitation: copy its link, resend, revoke. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const t = useTranslate()
  const { organizations } = useTRPC()
  const queries = useQueryClient()
  const perform = useOrganizationAct()
  const resendInvitation = useMutation(organizations.resendInvitation.mutationOptions())
  const revokeInvitation = useMutation(organizations.revokeInvitation.mutationOptions())
  const { ask, dialog } = useConfirm()
  const isOwner = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.role === 'owner',
  })
  const { id, email, role, status } = invitation
  const isOpen = status === 'pending'
  if ((!isOpen && status !== 'expired') || (role === 'owner' && !isOwner)) return null

  const showAnew = () => queries.invalidateQueries(organizations.invitations.pathFilter())
  async function resend() {
    await perform(
      () => resendInvitation.mutateAsync({ id }),
      t('organizations:invitations.resent', { email }),
    )
    await showAnew()
  }
  const revoke = () =>
    ask({
      title: t('organizations:invitations.revokeTitle', { email }),
      text: t('organizations:invitations.revokeText'),
      confirmLabel: t('organizations:invitations.revokeSubmit'),
      pendingLabel: t('organizations:invitations.revoking'),
      onConfirm: async () => {
        const done = t('organizations:invitations.revoked')
        const isDone = await perform(() => revokeInvitation.mutateAsync({ id }), done)
        await showAnew()
        return isDone
      },
    })
  async function copy() {
    // Without the proof from the mail, so the recipient has to verify the address.
    const link = `${location.origin}/accept-invitation/${id}/`
    try {
      await navigator.clipboard.writeText(link)
      await showToast('success', t('organizations:invitations.copied'))
    } catch {
      await showToast('info', t('organizations:invitations.copyByHand', { link }))
    }
  }

  const acts = [
    ...(isOpen ? [{ key: 'copy', label: t('organizations:invitations.copy'), Icon: Link, run: copy }] : []),
    { key: 'resend', label: t('organizations:invitations.resend'), Icon: RotateCw, run: resend },
    ...(isOpen
      ? [
          {
            key: 'revoke',
            label: t('organizations:invitations.revoke'),
            Icon: X,
            isDangerous: true,
            run: revoke,
          },
        ]
      : []),
  ]
  return (
    <>
      {acts.map(({ run, ...act }) => (
        <RowButton key={act.key} label={act.label} Icon={act.Icon} onClick={() => void run()} />
      ))}
      <RowMenu
        size="icon-sm"
        of={invitationEmailId(id)}
        className="min-[75rem]:hidden"
        groups={[
          { key: 'acts', entries: acts.map(({ run, ...act }) => ({ ...act, onSelect: () => void run() })) },
        ]}
      />
      {dialog}
    </>
  )
}
