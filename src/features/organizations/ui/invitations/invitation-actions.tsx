import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Copy, Send } from 'lucide-react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC, type RouterOutput } from '#/core/trpc/react.tsx'
import { RowMenu } from '../row-menu.tsx'
import { useAct } from '../use-act.ts'

export type Invitation = RouterOutput['organizations']['invitations']['items'][number]

/** What may be done about an invitation that is not answered: send it again, copy its link, take it back. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const t = useTranslate()
  const { organizations } = useTRPC()
  const queries = useQueryClient()
  const act = useAct()
  const resendInvitation = useMutation(organizations.resendInvitation.mutationOptions())
  const revokeInvitation = useMutation(organizations.revokeInvitation.mutationOptions())
  const isOwner = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.role === 'owner',
  })
  const { id, email, role, status } = invitation
  const isOpen = status === 'pending'
  if ((!isOpen && status !== 'expired') || (role === 'owner' && !isOwner)) return null

  const showAnew = () => queries.invalidateQueries(organizations.invitations.pathFilter())
  async function resend() {
    await act(() => resendInvitation.mutateAsync({ id }), t('organizations:invitations.resent', { email }))
    await showAnew()
  }
  async function revoke() {
    await act(() => revokeInvitation.mutateAsync({ id }), t('organizations:invitations.revoked'))
    await showAnew()
  }
  async function copy() {
    // Without what is mailed alone: only who proves the address can use it.
    const link = `${location.origin}/accept-invitation/${id}/`
    try {
      await navigator.clipboard.writeText(link)
      await showToast('success', t('organizations:invitations.copied'))
    } catch {
      await showToast('info', t('organizations:invitations.copyByHand', { link }))
    }
  }

  const entries = [
    {
      key: 'resend',
      label: t('organizations:invitations.resend'),
      Icon: Send,
      onSelect: () => void resend(),
    },
    ...(isOpen
      ? [{ key: 'copy', label: t('organizations:invitations.copy'), Icon: Copy, onSelect: () => void copy() }]
      : []),
  ]
  return (
    <span className="flex items-center justify-end gap-1">
      {isOpen ? (
        <Button variant="outline" size="sm" onClick={() => void revoke()}>
          {t('organizations:invitations.revoke')}
        </Button>
      ) : null}
      <RowMenu name={email} groups={[{ key: 'acts', entries }]} />
    </span>
  )
}
