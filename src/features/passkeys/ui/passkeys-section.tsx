import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { SettingsList } from '#/components/settings-list.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { useMay } from '@plinth/core/access'
import { answerOf, useReauthentication } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { stateOf, useTRPC } from '@plinth/core/client'
import { passkeyEndpointsAccess } from '../passkeys.access.ts'
import { PasskeyRow, type Passkey } from './passkey-row.tsx'

const PasskeyDialog = lazyPart(() => import('./passkey-dialog.tsx'))

/** The passkeys of the user: add with a name, rename, remove. */
export function PasskeysSection() {
  const t = useTranslate()
  const query = useQuery(useTRPC().passkeys.list.queryOptions())
  const mayAdd = useMay(passkeyEndpointsAccess.addPasskey)
  const [asked, setAsked] = useState<{ passkey?: Passkey; count: number }>()
  const [isOpen, setOpen] = useState(false)
  const { askToRemove, dialog } = useRemoving()
  function open(passkey?: Passkey) {
    setAsked((last) => ({ passkey, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <SettingsList
      title={t('passkeys:title')}
      text={t('passkeys:text')}
      action={
        mayAdd ? (
          <Button variant="outline" size="sm" onClick={() => open()}>
            {t('passkeys:add')}
          </Button>
        ) : null
      }
      state={stateOf(query)}
      none={t('passkeys:none')}
      dialogs={
        <>
          {asked ? (
            <PasskeyDialog key={asked.count} passkey={asked.passkey} isOpen={isOpen} onOpenChange={setOpen} />
          ) : null}
          {dialog}
        </>
      }
    >
      {(passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRename={() => open(passkey)}
          onRemove={() => askToRemove(passkey)}
        />
      )}
    </SettingsList>
  )
}

function useRemoving() {
  const t = useTranslate()
  const queries = useQueryClient()
  const { passkeys } = useTRPC()
  const { mutateAsync: remove } = useMutation(passkeys.remove.mutationOptions())
  const { withRecentAuth, dialog: reauthentication } = useReauthentication()
  const showOutcome = useOutcomeToast()
  const { ask, dialog } = useConfirm(reauthentication)
  const askToRemove = ({ id, name }: Passkey) =>
    ask({
      title: t('passkeys:removeTitle', { name: name ?? t('passkeys:unnamed') }),
      text: t('passkeys:removeText'),
      confirmLabel: t('passkeys:removeSubmit'),
      pendingLabel: t('passkeys:removing'),
      onConfirm: async () => {
        const answer = await withRecentAuth(() => answerOf(remove({ id })))
        const isDone = showOutcome(answer, t('passkeys:removed'))
        await queries.invalidateQueries(passkeys.list.queryFilter())
        return isDone
      },
    })
  return { askToRemove, dialog }
}
