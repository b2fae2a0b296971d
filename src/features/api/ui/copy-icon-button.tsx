import { Copy } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { useCopy } from '#/components/use-copy.ts'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'

/** Copies a text. What it is, is said by `name` where there is more than one on the page. */
export function CopyIconButton({
  text,
  name,
  className,
}: {
  text: string
  name?: string
  className?: string
}) {
  const copy = useCopy()
  const label = [useTranslate()('api:reference.copy'), name].filter(Boolean).join(': ')
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      className={cn('text-muted-foreground hover:text-foreground', className)}
      onClick={() => void copy(text)}
    >
      <Copy className="size-4" aria-hidden="true" />
    </Button>
  )
}
