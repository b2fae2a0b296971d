import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RowsSkeleton } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { PasskeyRow, type Passkey } from './passkey-row.tsx'
import { SectionState } from './section-state.tsx'
import { useAccountAct } from './use-account-act.ts'

const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))

/** The passkeys of the user: add with a name, rename, remove. */
export function PasskeysSection() {
  const t = useTranslate()
  const query = useQuery(useTRPC().passkeys.list.queryOptions())
  const mayAdd = useMay(securityAccess.addPasskey)
  const [asked, setAsked] = useState<{ passkey?: Passkey; count: number }>()
  const [isOpen, setOpen] = useState(false)
  function open(passkey?: Passkey) {
    setAsked((last) => ({ passkey, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <SettingsSection
      title={t('account:passkeys.title')}
      text={t('account:passkeys.text')}
      action={
        mayAdd ? (
          <Button variant="outline" size="sm" onClick={() => open()}>
            {t('account:passkeys.add')}
          </Button>
        ) : null
      }
      list={
        <SectionState query={query} skeleton={<RowsSkeleton count={1} />}>
          {({ items }) => <Passkeys passkeys={items} onRename={open} />}
        </SectionState>
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
  const { act, dialog: reauthentication } = useAccountAct()
  const { ask, dialog } = useConfirm(reauthentication)
  const askToRemove = ({ id, name }: Passkey) =>
    ask({
      title: t('account:passkeys.removeTitle', { name: name ?? t('account:passkeys.unnamed') }),
      text: t('account:passkeys.removeText'),
      confirmLabel: t('account:passkeys.removeSubmit'),
      pendingLabel: t('account:passkeys.removing'),
      onConfirm: async () => {
        const isDone = await act({ run: () => remove({ id }), done: t('account:passkeys.removed') })
        await queries.invalidateQueries(procedures.list.queryFilter())
        return isDone
      },
    })
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="flex min-h-14 items-center px-4 text-muted-foreground sm:px-5">
          {t('account:passkeys.none')}
        </p>
      ) : (
        <ul aria-label={t('account:passkeys.title')} className="divide-y divide-border">
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
