import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { EmptyList, SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { answerOf, stateOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { passkeyEndpointsAccess } from '../passkeys.access.ts'
import { PasskeyRow, type Passkey } from './passkey-row.tsx'
import { rowMotion } from '#/components/row-motion.ts'

const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))

/** The passkeys of the user: add with a name, rename, remove. */
export function PasskeysSection() {
  const t = useTranslate()
  const query = useQuery(useTRPC().passkeys.list.queryOptions())
  const mayAdd = useMay(passkeyEndpointsAccess.addPasskey)
  const [asked, setAsked] = useState<{ passkey?: Passkey; count: number }>()
  const [isOpen, setOpen] = useState(false)
  function open(passkey?: Passkey) {
    setAsked((last) => ({ passkey, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <SettingsSection
      title={t('passkeys:title')}
      text={t('passkeys:text')}
      action={
        mayAdd ? (
          <Button variant="outline" size="sm" onClick={() => open()}>
            {t('passkeys:add')}
          </Button>
        ) : null
      }
      list={
        <LoadState {...stateOf(query)} skeleton={<RowsSkeleton count={1} />}>
          {({ items }) => <Passkeys passkeys={items} onRename={open} />}
        </LoadState>
      }
    >
      {asked ? (
        <Suspense>
          <PasskeyDialog key={asked.count} passkey={asked.passkey} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </SettingsSection>
  )
}

function Passkeys({
  passkeys,
  onRename,
}: {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
}) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { passkeys: procedures } = useTRPC()
  const { mutateAsync: remove } = useMutation(procedures.remove.mutationOptions())
  const { withRecentAuth, dialog: reauthentication } = useReauthentication()
  const { ask, dialog } = useConfirm(reauthentication)
  const askToRemove = ({ id, name }: Passkey) =>
    ask({
      title: t('passkeys:removeTitle', { name: name ?? t('passkeys:unnamed') }),
      text: t('passkeys:removeText'),
      confirmLabel: t('passkeys:removeSubmit'),
      pendingLabel: t('passkeys:removing'),
      onConfirm: async () => {
        const { refused } = await withRecentAuth(() => answerOf(remove({ id })))
        void showToast(
          refused ? 'error' : 'success',
          refused ? t(refused.code as TranslationKey, refused.params) : t('passkeys:removed'),
        )
        await queries.invalidateQueries(procedures.list.queryFilter())
        return !refused
      },
    })
  return (
    <>
      {passkeys.length === 0 ? (
        <EmptyList title={t('passkeys:none')} />
      ) : (
        <ul ref={rowMotion} aria-label={t('passkeys:title')} className="divide-y divide-border">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => onRename(passkey)}
              onRemove={() => askToRemove(passkey)}
            />
          ))}
        </ul>
      )}
      {dialog}
    </>
  )
}
