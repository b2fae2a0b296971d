import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronRight, Copy } from 'lucide-react'
import { CodeParts } from '#/components/code-parts.tsx'
import { PathText } from '#/components/path-text.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useCopy } from '#/components/use-copy.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { Part } from './part.tsx'
import { sources } from './sources.ts'

/** The source code of this page as built. */
export function SourceFiles() {
  const t = useTranslate()
  const { data } = useSuspenseQuery(sources(useTRPC()))
  return (
    <Part id="sources" title={t('permissions:sources.title')} text={t('permissions:sources.text')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {data.map(({ file, text }, index) => (
          <SourceFile key={file} file={file} text={text} isOpen={index === 0} />
        ))}
      </div>
    </Part>
  )
}

function SourceFile({ file, text, isOpen }: { file: string; text: string; isOpen: boolean }) {
  const t = useTranslate()
  const copy = useCopy()
  return (
    <details open={isOpen} className="group relative overflow-clip rounded-xl border border-border bg-card">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 py-2 pr-12 pl-4 md:pl-5 font-mono text-xs font-medium text-muted-foreground wrap-anywhere hover:bg-muted hover:text-foreground pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform duration-120 group-open:rotate-90"
          aria-hidden="true"
        />
        <span>
          <PathText text={file} />
        </span>
      </summary>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('permissions:sources.copy', { file })}
        title={t('permissions:sources.copy', { file })}
        className="absolute top-0.5 right-1 text-muted-foreground hover:text-foreground"
        onClick={() => void copy(text)}
      >
        <Copy className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="fade-at-end [--ground:color-mix(in_oklab,var(--muted)_40%,var(--card))] overflow-x-auto border-t border-border bg-(--ground) py-3.5 pl-4 font-mono md:pl-5 text-sm"
      >
        <code>
          <CodeParts text={text} />
        </code>
      </pre>
    </details>
  )
}
