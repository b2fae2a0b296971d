import { useFormTexts } from './form/form-texts.tsx'
import { showToast } from './toast.ts'

/** Copies a text to the clipboard and shows the result as a toast. Resolves to whether it was copied. */
export function useCopy(): (text: string) => Promise<boolean> {
  const translate = useFormTexts()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      void showToast('error', translate('app:copy.failed'))
      return false
    }
    void showToast('success', translate('app:copy.done'))
    return true
  }
}
