import { lazy, Suspense, useId, useState, type ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { TextAreaField } from './field.tsx'

const Markdown = lazy(async () => ({ default: (await import('../markdown.tsx')).Markdown }))

type MarkdownFieldProps = ComponentProps<typeof TextAreaField> & {
  value: string
  writeLabel: string
  previewLabel: string
  emptyPreview: string
  /** Shown in the preview of a text that is too complex to render. */
  complexNote: string
}

/** A Markdown text with a preview of the same size, so that nothing shifts. */
export function MarkdownField({
  writeLabel,
  previewLabel,
  emptyPreview,
  complexNote,
  ...area
}: MarkdownFieldProps) {
  const [previewing, setPreviewing] = useState(false)
  const previewId = useId()
  const tab = (label: string, isPreview: boolean) => (
    <button
      type="button"
      aria-pressed={previewing === isPreview}
      onClick={() => setPreviewing(isPreview)}
      className={cn(
        'cursor-pointer rounded-lg px-2 py-0.5 text-sm',
        previewing === isPreview ? 'bg-muted font-medium' : 'text-muted-foreground hover:text-foreground',
      )}
    >
      {label}
    </button>
  )
  return (
    <div className="grid">
      <TextAreaField
        {...area}
        className={cn('min-h-60', previewing && 'hidden')}
        aside={
          <span className="flex gap-1">
            {tab(writeLabel, false)}
            {tab(previewLabel, true)}
          </span>
        }
      />
      {previewing ? (
        <div id={previewId} className="min-h-60 rounded-lg border border-border px-3 py-2">
          {area.value.trim() === '' ? <p className="text-muted-foreground">{emptyPreview}</p> : null}
          <Suspense>
            <Markdown text={area.value} complexNote={complexNote} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
