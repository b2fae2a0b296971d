import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { DOCUMENT_MAX_PAGES, documentMaxMegabytes } from '../documents-limits.ts'

const ACCEPTED = '.pdf,.docx,.md,.markdown,.txt,.html,.htm'
const limits = {
  maxMegabytes: documentMaxMegabytes.pdf,
  maxPages: DOCUMENT_MAX_PAGES,
  maxTextMegabytes: documentMaxMegabytes.text,
}

type UploadFieldProps = {
  onFiles: (files: readonly File[]) => void
  /** Above a list, which matters more. */
  isLow: boolean
}

/** Selects files by dialog or drop, and shows the upload limits. */
export function UploadField({ onFiles, isLow }: UploadFieldProps) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  function take(list: FileList | null) {
    setOver(false)
    onFiles([...(list ?? [])])
    // Allows selecting the same file again.
    if (input.current) input.current.value = ''
  }
  return (
    <div
      className={cn(
        'relative grid rounded-xl border border-dashed px-4 transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring',
        isLow
          ? 'grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-2.5 *:[svg]:row-span-2 *:[svg]:self-center'
          : 'justify-items-center gap-1 py-6 text-center',
        isOver ? 'border-brand bg-brand-muted' : 'border-input bg-muted/60 hover:bg-muted',
      )}
    >
      <Upload className={cn('size-5 text-muted-foreground', !isLow && 'mb-1')} aria-hidden="true" />
      <p aria-hidden="true" className="font-medium">
        <span className="pointer-coarse:hidden">{t('documents:upload.drop')} </span>
        <span className="text-link pointer-coarse:inline-block pointer-coarse:first-letter:uppercase">
          {t('documents:upload.browse')}
        </span>
      </p>
      <p id="upload-limits" className={cn('text-muted-foreground', isLow ? 'text-xs' : 'text-sm')}>
        {t('documents:upload.limits', limits)}
      </p>
      {/* The native file input covers the whole area and handles click, keyboard and drop. */}
      <input
        ref={input}
        type="file"
        name="file"
        multiple
        accept={ACCEPTED}
        aria-label={t('documents:upload.choose')}
        aria-describedby="upload-limits"
        onChange={(event) => take(event.target.files)}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}
