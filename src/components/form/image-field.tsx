import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { FormField } from './field.tsx'
import type { PreparedFile } from './file-field.tsx'
import { useFormTexts } from './form-texts.tsx'
import type { ChosenImage } from './use-image.ts'

type ImageFieldProps = {
  name: string
  id?: string
  label: string
  hint: string
  words: { choose: string; change: string; remove: string; preview: string }
  /** The current image. */
  image?: string | null
  /** Shown when there is no image. */
  fallback?: ReactNode
  isSquare?: boolean
  /** Comma-separated media types for the file dialog. */
  accept: string
  /** Returns the file to send for a chosen one, or why there is none. */
  prepare: (file: File) => Promise<PreparedFile>
  /** The server's error. */
  error?: string
  /**
   * Called at once with the image that is being prepared, or undefined when it is cleared. See `useImage`.
   */
  onChoose: (image: ChosenImage | undefined) => void
}

/**
 * Selects and previews an image. An invalid file is rejected with its error, which holds the form back until
 * another is chosen or it is removed.
 */
export function ImageField({
  name,
  id,
  label,
  hint,
  words,
  image,
  fallback,
  isSquare,
  accept,
  prepare,
  error,
  onChoose,
}: ImageFieldProps) {
  const translate = useFormTexts()
  const input = useRef<HTMLInputElement>(null)
  const turns = useRef(0)
  const [wrong, setWrong] = useState<string>()
  const { preview, show } = usePreview()
  const shown = preview ?? image

  function choose(file: File | undefined) {
    const turn = ++turns.current
    const settle = (taken: File | undefined, found: string | undefined) => {
      // An earlier image, which took longer.
      if (turn !== turns.current) return
      setWrong(found)
      show(taken)
      // Allows selecting the same file again.
      if (input.current && !taken) input.current.value = ''
    }
    async function prepared(chosen: File) {
      const result = await prepare(chosen)
      if ('problem' in result) {
        settle(undefined, translate(result.problem.code, result.problem.params))
        return undefined
      }
      settle(result.file, undefined)
      return result.file
    }
    if (!file) settle(undefined, undefined)
    onChoose(file && prepared(file))
  }

  return (
    <FormField name={name} id={id} label={label} hint={hint} error={wrong ?? error}>
      {(wiring) => (
        <div className="flex flex-wrap items-center gap-3">
          <span
            className={cn(
              'grid size-14 shrink-0 place-items-center overflow-hidden border border-border bg-muted text-muted-foreground',
              isSquare ? 'rounded-lg' : 'rounded-full',
            )}
          >
            {shown ? (
              <img src={shown} alt={words.preview} className="size-full object-cover" />
            ) : (
              (fallback ?? <ImagePlus className="size-5" aria-hidden="true" />)
            )}
          </span>
          <span
            className={buttonVariants({
              variant: 'outline',
              className:
                'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring',
            })}
          >
            <span aria-hidden="true">{shown ? words.change : words.choose}</span>
            {/* The browser's own file input covers the button and handles click, keyboard and drop. */}
            <input
              {...wiring}
              ref={input}
              type="file"
              accept={accept}
              onChange={(event) => choose(event.target.files?.[0])}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </span>
          {preview || wrong ? (
            <Button variant="ghost" onClick={() => choose(undefined)}>
              {words.remove}
            </Button>
          ) : null}
        </div>
      )}
    </FormField>
  )
}

/** An object URL for a file; the previous one is revoked. */
function usePreview() {
  const [preview, setPreview] = useState<string>()
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview])
  return { preview, show: (file: File | undefined) => setPreview(file && URL.createObjectURL(file)) }
}
