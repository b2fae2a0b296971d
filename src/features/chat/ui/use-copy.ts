import { showToast } from '#/components/toast.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

/** Puts a text on the clipboard and says how it went. */
export function useCopy(): (text: string) => void {
  const t = useTranslate()
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast('success', t('chat:copy.done')),
      () => showToast('error', t('chat:copy.refused')),
    )
}
