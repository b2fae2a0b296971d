import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormTexts } from '../form/form-texts.tsx'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../use-copy.ts'

type CodeFrameProps = { code: string; language: string | undefined; children: ReactNode }

/** A block of code with its language and a button that copies it. */
export function CodeFrame({ code, language, children }: CodeFrameProps) {
  const translate = useFormTexts()
  const copy = useCopy()
  const label = translate('app:copy.code')
  return (
    <div className="overflow-clip rounded-xl border border-border bg-card">
      <div className="flex h-10 items-center justify-between border-b border-border pr-1 pl-4 pointer-coarse:h-12">
        <span className="font-mono text-xs text-muted-foreground">{language}</span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          title={label}
          onClick={() => void copy(code)}
          className="text-muted-foreground hover:text-foreground"
        >
          <Copy className="size-4" aria-hidden="true" />
        </Button>
      </div>
      {children}
    </div>
  )
}
