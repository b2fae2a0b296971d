import { Copy } from 'lucide-react'
import type { Ref } from 'react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

/** Puts a text on the clipboard and says how it went. */
export function CopyButton({
  text,
  label,
  onCopy,
  ref,
}: {
  text: string
  label: string
  onCopy?: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  const t = useTranslate()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      onCopy?.()
      await showToast('success', t('account:copied'))
    } catch {
      await showToast('error', t('account:copyRefused'))
    }
  }
  return (
    <Button ref={ref} variant="outline" onClick={() => void copy()}>
      <Copy className="size-4" aria-hidden="true" />
      {label}
    </Button>
  )
}
