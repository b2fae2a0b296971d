import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { FormField } from './field.tsx'
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
  /** Returns why a file is invalid, translated. An invalid file is not selected. */
  check: (file: File) => Promise<string | undefined>
  /** The server's error. */
  error?: string
  /** Called at once with the image that is being checked, or undefined when it is cleared. See `useImage`. */
  onChoose: (image: ChosenImage | undefined) => void
}

/** Selects and previews an image. Invalid files are rejected with their error. */
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
  check,
  error,
  onChoose,
}: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const turns = useRef(0)
  const [wrong, setWrong] = useState<string>()
  const { preview, show } = usePreview()
  const shown = preview ?? image

  function choose(file: File | undefined) {
    const turn = ++turns.current
    const settle = (taken: File | undefined, found: string | undefined) => {
      // An earlier image, whose check took longer.
      if (turn !== turns.current) return
      setWrong(found)
      show(taken)
      // Allows selecting the same file again.
      if (input.current && !taken) input.current.value = ''
    }
    async function checked(chosen: File) {
      const found = await check(chosen)
      const taken = found === undefined ? chosen : undefined
      settle(taken, found)
      return taken
    }
    if (!file) settle(undefined, undefined)
    onChoose(file && checked(file))
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
          {preview ? (
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
