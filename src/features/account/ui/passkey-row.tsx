import { useId } from 'react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import type { RouterOutput } from '#/core/trpc/react.tsx'
import { passkeysAccess } from '../account.access.ts'

export type Passkey = RouterOutput['passkeys']['list']['items'][number]

/** One passkey: its name, since when, and what may be done with it. */
export function PasskeyRow({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}) {
  const { t, language } = useI18n()
  const nameId = useId()
  const mayRename = useMay(passkeysAccess.rename)
  const mayRemove = useMay(passkeysAccess.remove)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p id={nameId} className="font-medium wrap-anywhere">
          {passkey.name ?? t('account:passkeys.unnamed')}
        </p>
        {passkey.createdAt === null ? null : (
          <p className="text-sm text-muted-foreground">
            {t('account:passkeys.added')} <TimeAgo at={passkey.createdAt} language={language} />
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {mayRename ? (
          <Button variant="outline" size="sm" aria-describedby={nameId} onClick={onRename}>
            {t('account:passkeys.rename')}
          </Button>
        ) : null}
        {mayRemove ? (
          <Button variant="outline" size="sm" aria-describedby={nameId} onClick={onRemove}>
            {t('account:passkeys.remove')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
