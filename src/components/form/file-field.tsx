import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import { FileText, ImagePlus, Upload, X } from 'lucide-react'
import { use, useEffect, useRef, useState, type ComponentProps } from 'react'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { UPLOADING } from '@plinth/core/schema'
import { formatSize } from '#/lib/format-size.ts'
import { FormField } from './field.tsx'
import { useField } from './form-context.ts'
import { FormLanguage, useFormTexts } from './form-texts.tsx'

/** A file that is stored. */
type Stored = { id: string; name: string; type: string; sizeBytes: number; url: string }

/** Why a file is not taken: an error code and its parameters. */
export type FileRefusal = { code: string; params: Record<string, string | number | undefined> }

/** The file to send, or why there is none. */
export type PreparedFile = { file: File } | { problem: FileRefusal }

/** How the files of a field are stored and found. */
export type Uploads = {
  isImage: boolean
  maxBytes: number
  /** For the file dialog. */
  accept: string
  /** Returns the file to send for a chosen one, or why the server would reject it. */
  prepare(file: File): Promise<PreparedFile>
  /** Resolves once the file is stored or rejected. `onProgress` gets the part that is sent, from 0 to 1. */
  upload(
    file: File,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ): Promise<Stored | FileRefusal>
  /** The query of a stored file. */
  stored(id: string): UseQueryOptions<Stored, TRPCClientErrorLike<AnyTRPCRouter>, Stored, TRPCQueryKey>
}

type FileFieldProps = Pick<ComponentProps<typeof FormField>, 'id' | 'label' | 'hint' | 'aside'> & {
  uploads: Uploads
  disabled?: boolean
}

/**
 * A file or a picture, chosen by button or keyboard or dropped, and uploaded at once. Its value is the id of
 * the upload, or null; while it is uploaded it is `UPLOADING`, which no form is sent with.
 */
export function FileField({ uploads, disabled, hint, ...frame }: FileFieldProps) {
  const translate = useFormTexts()
  const { name, error, ...field } = useField<string | null>()
  const { running, latest, wrong, choose, clear } = useUpload(uploads, field)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = field.value === UPLOADING ? null : field.value || null
  const read = useQuery({
    ...uploads.stored(id ?? ''),
    enabled: id !== null && latest?.id !== id,
    retry: false,
  })
  const stored = id === null ? undefined : latest?.id === id ? latest : read.data
  // Pictures are scaled down.
  const limit = uploads.isImage
    ? undefined
    : translate('app:files.limit', { maxMegabytes: uploads.maxBytes / 1024 / 1024 })
  const isEmpty = id === null && running === undefined
  const shownName = running?.name ?? stored?.name ?? ''
  return (
    <FormField
      {...frame}
      name={name}
      hint={hint ?? limit}
      error={wrong ? translate(wrong.code, wrong.params) : error}
    >
      {(wiring) => (
        <div
          className={cn(
            'relative flex min-h-16 min-w-0 items-center gap-3 rounded-lg border border-dashed border-input bg-card p-2.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ring',
            !isEmpty && 'border-solid',
            isOver && 'border-ring bg-accent',
            wiring['aria-invalid'] && 'border-destructive-text',
            disabled && 'opacity-60',
          )}
          onDragEnter={() => setOver(true)}
          onDragLeave={({ currentTarget, relatedTarget }) =>
            setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
          }
          onDrop={() => setOver(false)}
        >
          <Face uploads={uploads} stored={running ? undefined : stored} />
          <Facts
            id={`${wiring.id}-file`}
            uploads={uploads}
            running={running}
            stored={stored}
            isGone={read.isError}
          />
          {isEmpty ? null : (
            <span
              aria-hidden="true"
              className={buttonVariants({ variant: 'outline', size: 'sm', className: 'shrink-0' })}
            >
              {translate('app:files.replace')}
            </span>
          )}
          {/* The browser's own file input covers the box and handles click, keyboard and drop. */}
          <input
            {...wiring}
            ref={input}
            type="file"
            accept={uploads.accept}
            disabled={disabled}
            aria-describedby={[wiring['aria-describedby'], `${wiring.id}-file`].filter(Boolean).join(' ')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // Allows selecting the same file again.
              currentTarget.value = ''
              if (file) void choose(file)
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
          />
          {isEmpty ? null : (
            <Button
              variant="ghost"
              size="icon-sm"
              disabled={disabled}
              aria-label={translate(running ? 'app:files.cancel' : 'app:files.remove', { name: shownName })}
              onClick={() => {
                clear()
                input.current?.focus()
              }}
              className="relative shrink-0"
            >
              <X className="size-4" aria-hidden="true" />
            </Button>
          )}
          <span role="status" className="sr-only">
            {latest && !running && latest.id === id ? translate('app:files.done', { name: latest.name }) : ''}
          </span>
        </div>
      )}
    </FormField>
  )
}

type Running = { name: string; sizeBytes: number; part: number }

/** The upload of a field: one at a time, and a new one cancels it. Leaving the page cancels it too. */
function useUpload(
  uploads: Uploads,
  { value, onValueChange }: { value: string | null; onValueChange: (value: string | null) => void },
) {
  const [running, setRunning] = useState<Running>()
  const [latest, setLatest] = useState<Stored>()
  const [wrong, setWrong] = useState<FileRefusal>()
  const before = useRef<string | null>(null)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function choose(file: File) {
    const wasRunning = stop()
    const mine = (current.current = new AbortController())
    if (!wasRunning) before.current = value
    setWrong(undefined)
    setRunning({ name: file.name, sizeBytes: file.size, part: 0 })
    onValueChange(UPLOADING)
    const onProgress = (part: number) => {
      if (current.current === mine) setRunning((now) => now && { ...now, part })
    }
    const prepared = await uploads.prepare(file)
    const result =
      'problem' in prepared
        ? prepared.problem
        : await uploads.upload(prepared.file, { signal: mine.signal, onProgress })
    if (current.current !== mine) return
    current.current = undefined
    setRunning(undefined)
    if ('code' in result) {
      setWrong(result)
      onValueChange(before.current)
    } else {
      setLatest(result)
      onValueChange(result.id)
    }
  }

  function stop(): boolean {
    const wasRunning = current.current !== undefined
    current.current?.abort()
    current.current = undefined
    return wasRunning
  }

  /** Cancels the upload, which leaves what was there before; without one, removes the file. */
  function clear() {
    const wasRunning = stop()
    setRunning(undefined)
    setWrong(undefined)
    onValueChange(wasRunning ? before.current : null)
  }

  return { running, latest, wrong, choose, clear }
}

/** The picture, or the icon of a file. */
function Face({ uploads: { isImage }, stored }: { uploads: Uploads; stored: Stored | undefined }) {
  const Icon = isImage ? ImagePlus : stored ? FileText : Upload
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-md bg-muted text-muted-foreground">
      {isImage && stored ? (
        <img src={stored.url} alt={stored.name} className="size-full object-cover" />
      ) : (
        <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  )
}

type FactsProps = {
  id: string
  uploads: Uploads
  running: Running | undefined
  stored: Stored | undefined
  isGone: boolean
}

/** Name and size, and how much of it is sent. */
function Facts({ id, uploads, running, stored, isGone }: FactsProps) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  const percent = Math.round((running?.part ?? 0) * 100)
  if (running)
    return (
      <span id={id} className="grid min-w-0 flex-1 gap-1.5">
        <span className="truncate">{running.name}</span>
        <span
          role="progressbar"
          aria-label={translate('app:files.progress', { name: running.name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-1 overflow-hidden rounded-full bg-muted"
        >
          <span className="block h-full bg-brand" style={{ width: `${percent}%` }} />
        </span>
      </span>
    )
  if (stored)
    return (
      <span id={id} className="grid min-w-0 flex-1">
        <a
          href={stored.url}
          target="_blank"
          rel="noreferrer"
          className="relative z-10 justify-self-start truncate rounded-sm underline-offset-2 hover:underline"
        >
          {stored.name}
        </a>
        <span className="text-sm text-muted-foreground tabular-nums">
          {formatSize(stored.sizeBytes, language)}
        </span>
      </span>
    )
  if (isGone)
    return (
      <span id={id} className="min-w-0 flex-1 text-muted-foreground">
        {translate('app:files.gone')}
      </span>
    )
  return (
    <span id={id} className="min-w-0 flex-1">
      {translate(uploads.isImage ? 'app:files.chooseImage' : 'app:files.choose')}{' '}
      <span className="text-muted-foreground pointer-coarse:hidden">{translate('app:files.drop')}</span>
    </span>
  )
}
