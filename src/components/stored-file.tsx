import { Paperclip } from 'lucide-react'
import { formatSize } from '#/lib/format-size.ts'

type Stored = { name: string; type: string; sizeBytes: number; url: string }

/** A file of a row, by name and size, to be saved. */
export function FileLink({ file, language }: { file: Stored; language: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <Paperclip className="size-3.5 shrink-0 text-muted-foreground" aria-hidden="true" />
      <a href={file.url} download className="truncate rounded-sm underline-offset-2 hover:underline">
        {file.name}
      </a>
      <span className="shrink-0 text-sm text-muted-foreground tabular-nums">
        {formatSize(file.sizeBytes, language)}
      </span>
    </span>
  )
}

/** A picture of a row, small in lists. It opens in its own size. */
export function FilePicture({ file }: { file: Stored }) {
  return (
    <a href={file.url} target="_blank" rel="noreferrer" className="inline-block rounded-md align-middle">
      <img
        src={file.url}
        alt={file.name}
        loading="lazy"
        className="max-h-48 max-w-full rounded-md border border-border in-[td]:size-8 in-[td]:object-cover"
      />
    </a>
  )
}
