import { Upload } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_PAGES } from '../documents-limits.ts'

const ACCEPTED = '.pdf,.docx,.md,.markdown,.txt,.html,.htm'
const limits = { maxMegabytes: DOCUMENT_MAX_BYTES / 1024 / 1024, maxPages: DOCUMENT_MAX_PAGES }

/** Selects files by dialog or drop, with the limits below. */
export function UploadField({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  function take(list: FileList | null) {
    onFiles([...(list ?? [])])
    // Allows to select the same file again.
    if (input.current) input.current.value = ''
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={cn(
        'grid gap-2 rounded-xl border border-dashed p-4',
        isOver ? 'border-brand bg-accent' : 'border-input',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span
        className={buttonVariants({
          variant: 'outline',
          className:
            'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring',
        })}
      >
        <Upload className="size-4" aria-hidden="true" />
        <span aria-hidden="true">{t('documents:upload.choose')}</span>
        {/* The browser's own file field lies over the button: click and keyboard are its own. */}
        <input
          ref={input}
          type="file"
          name="file"
          multiple
          accept={ACCEPTED}
          aria-label={t('documents:upload.choose')}
          aria-describedby="upload-limits"
          onChange={(event) => take(event.target.files)}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </span>
      <p id="upload-limits" className="text-sm text-muted-foreground">
        {t('documents:upload.limits', limits)}
      </p>
    </div>
  )
}
