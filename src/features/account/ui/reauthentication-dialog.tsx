import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { TitledDialog } from '#/components/dialog/titled-dialog.tsx'
import { type ReauthenticationDialogProps, ReauthenticationMethodsContext } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { stateOf } from '@plinth/core/client'
import { reauthenticationMethods } from './account-queries.ts'
import { ReauthenticateByCode } from './reauthenticate-by-code.tsx'
import { ReauthenticateByPassword } from './reauthenticate-by-password.tsx'

/** Re-authenticates the user: by password or, without one, by a mailed code, or as features add. */
export default function ReauthenticationDialog({
  isOpen,
  onOpenChange,
  onReauthenticated,
}: ReauthenticationDialogProps) {
  const t = useTranslate()
  const query = useQuery(reauthenticationMethods)
  const acts = { onReauthenticated, onCancel: () => onOpenChange(false) }
  const others = use(ReauthenticationMethodsContext)
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('account:reauthentication.title')}
      text={t('account:reauthentication.text')}
    >
      <LoadState {...stateOf(query)} skeleton={<Skeletons gap="gap-4" heights={['h-15', 'h-9']} />}>
        {({ methods }) => (
          <div className="grid gap-4">
            {Object.entries(others).map(([name, { Method }]) =>
              methods.includes(name) ? <Method key={name} onReauthenticated={onReauthenticated} /> : null,
            )}
            {methods.includes('password') ? <ReauthenticateByPassword {...acts} /> : null}
            {methods.includes('code') ? <ReauthenticateByCode {...acts} /> : null}
          </div>
        )}
      </LoadState>
    </TitledDialog>
  )
}
