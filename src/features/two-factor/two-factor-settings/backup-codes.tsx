import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { DialogActions } from '#/components/dialog/titled-dialog.tsx'
import { useTranslate } from '@plinth/core/texts'
import { CopyButton } from './copy-button.tsx'

type BackupCodesProps = {
  codes: readonly string[]
  /** The user wants to close and has saved no copy. */
  isLeaving: boolean
  onStay: () => void
  /** Called when the codes were copied or downloaded. */
  onSave: () => void
  onDone: () => void
}

/** Ten codes that each work once. They are shown only here, to copy or download. */
export function BackupCodes({ codes, isLeaving, onStay, onSave, onDone }: BackupCodesProps) {
  const t = useTranslate()
  const copy = useRef<HTMLButtonElement>(null)
  const text = codes.join('\n')
  function download() {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = t('two-factor-settings:codes.file')
    link.click()
    URL.revokeObjectURL(address)
    onSave()
  }
  return (
    <>
      <ul
        aria-label={t('two-factor-settings:codes.title')}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-xl bg-muted px-4 py-3 text-center font-mono font-medium tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton ref={copy} text={text} label={t('two-factor-settings:codes.copy')} onCopy={onSave} />
        <Button variant="outline" onClick={download}>
          <Download className="size-4" aria-hidden="true" />
          {t('two-factor-settings:codes.download')}
        </Button>
      </div>
      {isLeaving ? (
        <>
          <Alert variant="warning">{t('two-factor-settings:codes.leaving')}</Alert>
          <DialogActions>
            <Button
              autoFocus
              onClick={() => {
                // This button disappears.
                copy.current?.focus()
                onStay()
              }}
            >
              {t('two-factor-settings:codes.stay')}
            </Button>
            <Button variant="destructive" onClick={onDone}>
              {t('two-factor-settings:codes.leave')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <DialogActions>
          <Button onClick={onDone}>{t('two-factor-settings:codes.kept')}</Button>
        </DialogActions>
      )}
    </>
  )
}
