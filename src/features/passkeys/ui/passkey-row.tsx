import { KeyRound, Pencil, Trash2, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { ItemRow } from '#/components/item-row.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useI18n } from '@plinth/core/texts'
import type { RouterOutput } from '@plinth/core/client'
import { passkeysAccess } from '../passkeys.access.ts'

export type Passkey = RouterOutput['passkeys']['list']['items'][number]

/** A passkey: its name, when it was added, and its actions. */
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
    <ItemRow
      icon={<KeyRound className="size-4" aria-hidden="true" />}
      titleId={nameId}
      title={passkey.name ?? t('passkeys:unnamed')}
      text={
        passkey.createdAt === null ? null : (
          <>
            {t('passkeys:added')} <TimeAgo at={passkey.createdAt} language={language} />
          </>
        )
      }
    >
      {mayRename ? (
        <IconAct label={t('passkeys:rename')} describedBy={nameId} Icon={Pencil} onClick={onRename} />
      ) : null}
      {mayRemove ? (
        <IconAct label={t('passkeys:remove')} describedBy={nameId} Icon={Trash2} onClick={onRemove} />
      ) : null}
    </ItemRow>
  )
}

type IconActProps = { label: string; describedBy: string; Icon: LucideIcon; onClick: () => void }

function IconAct({ label, describedBy, Icon, onClick }: IconActProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-describedby={describedBy}
      title={label}
      className="text-muted-foreground hover:text-foreground"
      onClick={onClick}
    >
      <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
    </Button>
  )
}
