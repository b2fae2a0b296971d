import { Copy } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { useCopy } from '#/components/use-copy.ts'

/** Copies a text to the clipboard. */
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
  const copy = useCopy()
  return (
    <Button
      ref={ref}
      variant="outline"
      className="h-auto min-h-9 py-1 whitespace-normal pointer-coarse:h-auto pointer-coarse:min-h-11"
      onClick={async () => {
        if (await copy(text)) onCopy?.()
      }}
    >
      <Copy className="size-4" aria-hidden="true" />
      {label}
    </Button>
  )
}
