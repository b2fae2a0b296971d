import { Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { organizationsAccess } from '../../organizations.access.ts'

const InviteMemberDialog = lazyPart(() => import('./invite-member-dialog.tsx'))

/** The button that opens the invitation form, for users who may invite. */
export function InviteMember() {
  const t = useTranslate()
  const mayInvite = useMay(organizationsAccess.invite)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  if (!mayInvite) return null
  return (
    <>
      <Button
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Plus className="size-4" aria-hidden="true" />
        {t('organizations:invite.open')}
      </Button>
      {isWanted ? <InviteMemberDialog isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  )
}
