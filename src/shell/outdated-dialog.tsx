import { useRouter } from '@tanstack/react-router'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { refreshViewer } from './query-client/refresh-viewer.ts'

/** Says that a write was rejected because another tab has changed the session, and offers to refresh. */
export default function OutdatedDialog({ isOpen, onOpenChange }: DialogState) {
  const t = useTranslate()
  const router = useRouter()
  async function goOn() {
    await refreshViewer(router, { isUnasked: true })
    onOpenChange(false)
  }
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('app:outdated.title')}
      text={t('app:outdated.text')}
    >
      <DialogActions>
        <Button onClick={() => void goOn()}>{t('app:outdated.goOn')}</Button>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          {t('app:outdated.stay')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}
