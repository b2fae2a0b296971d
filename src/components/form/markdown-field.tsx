import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List, Quote, type LucideIcon } from 'lucide-react'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { lazyPart } from '../part/lazy-part.tsx'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { FormField, type TextAreaField } from './field.tsx'
import { useTextField, type TextFieldProps } from './form-context.ts'
import { useFormTexts } from './form-texts.tsx'
import { isComposing, pressesEnter } from './presses-enter.ts'
import {
  applyEdit,
  applyEnter,
  imageMarkdown,
  link,
  pasteLink,
  prefix,
  replaceText,
  wrap,
  type MarkdownEdit,
} from './markdown-edits.ts'

const LiveMarkdown = lazyPart(async () => ({
  default: (await import('../markdown/live-markdown.tsx')).LiveMarkdown,
}))

const TYPING_PAUSE_MS = 250

/** Images of a text: pasted, dropped or chosen. */
export type MarkdownImages = {
  /** The path of this site below which they are. */
  from: string
  /** The types of a file picker. */
  accept: string
  /** Uploads a file and calls `place` with its address, or with nothing after the user was told why not. */
  upload: (file: File, place: (address?: string) => void) => Promise<void>
}

type MarkdownFieldProps = Omit<ComponentProps<typeof TextAreaField>, TextFieldProps> & {
  images?: MarkdownImages
}

type Tool = {
  name: string
  Icon: LucideIcon
  edit: (selection: string) => MarkdownEdit
  /** With Ctrl or Cmd. */
  key?: string
  isForLines?: boolean
}
const tools: readonly Tool[] = [
  { name: 'bold', Icon: Bold, edit: wrap('**'), key: 'b' },
  { name: 'italic', Icon: Italic, edit: wrap('*'), key: 'i' },
  { name: 'heading', Icon: Heading2, edit: prefix('## '), isForLines: true },
  { name: 'list', Icon: List, edit: prefix('- '), isForLines: true },
  { name: 'quote', Icon: Quote, edit: prefix('> '), isForLines: true },
  { name: 'code', Icon: Code, edit: wrap('`'), key: 'e' },
  { name: 'link', Icon: Link2, edit: link },
]

/**
 * A Markdown text with a toolbar, shortcuts, and a preview of the same size, so that nothing shifts. Where
 * 900 px are free, the preview is beside the text: a narrower column gives way by
 * `has-data-previewing:xl:max-w-none`.
 */
export function MarkdownField({ id, label, images, ...props }: MarkdownFieldProps) {
  const { name, hint, error, ...area } = { ...props, ...useTextField(props.hint) }
  const translate = useFormTexts()
  const [previewing, setPreviewing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const addImages = useImages(field, images)
  const [isDropping, setDropping] = useState(false)
  const tab = (text: string, isPreview: boolean) => (
    <button
      type="button"
      aria-pressed={previewing === isPreview}
      onClick={() => setPreviewing(isPreview)}
      className={segmentItemClass}
    >
      {text}
    </button>
  )
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.altKey || event.shiftKey || isComposing(event)) return
    const isCommand = event.ctrlKey || event.metaKey
    if (pressesEnter(event) && !isCommand && applyEnter(event.currentTarget)) return event.preventDefault()
    if (pressesEnter(event) && isCommand) return event.currentTarget.form?.requestSubmit()
    if (!isCommand) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (tool && applyEdit(event.currentTarget, tool.edit, tool.isForLines)) event.preventDefault()
  }
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    // Office programs add a picture of the text that they copy.
    if (pasted === '' && addImages(event.clipboardData.files)) return event.preventDefault()
    if (applyEdit(event.currentTarget, (selection) => pasteLink(selection, pasted))) event.preventDefault()
  }
  const onDrag = (event: DragEvent, isOver: boolean) => {
    if (!images || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDropping(isOver)
  }
  return (
    <FormField
      name={name}
      id={id}
      label={label}
      hint={hint}
      error={error}
      aside={
        <span className={cn(segmentClass, 'h-8')}>
          {tab(translate('app:editor.write'), false)}
          {tab(translate('app:editor.preview'), true)}
        </span>
      }
    >
      {(wiring) => (
        <div className="@container">
          <div
            data-focus-frame
            data-previewing={previewing || undefined}
            className={cn(
              'grid grid-cols-[minmax(0,1fr)] data-previewing:@4xl:grid-cols-2 overflow-clip rounded-lg border bg-card has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-0',
              wiring['aria-invalid'] ? 'border-destructive-text' : 'border-field',
            )}
          >
            <div
              className={cn(
                'col-span-full border-b border-border bg-muted/60 p-1',
                previewing && '@max-4xl:invisible',
              )}
            >
              <Toolbar
                onUse={({ edit, isForLines }) => {
                  if (field.current) applyEdit(field.current, edit, isForLines)
                }}
                images={images && { accept: images.accept, onChoose: addImages }}
              />
            </div>
            <textarea
              {...wiring}
              {...area}
              ref={field}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onDragOver={(event) => onDrag(event, true)}
              onDragLeave={(event) => onDrag(event, false)}
              onDrop={(event) => {
                onDrag(event, false)
                addImages(event.dataTransfer.files)
              }}
              className={cn(
                'block w-full min-w-0 resize-none bg-transparent px-4 py-3 text-lg outline-none field-sizing-content placeholder:text-muted-foreground',
                'editor-height',
                previewing && 'col-start-1 row-start-2 @max-4xl:invisible',
                isDropping && 'bg-muted/60',
              )}
            />
            {previewing ? <Preview text={area.value} imagesFrom={images?.from} /> : null}
          </div>
        </div>
      )}
    </FormField>
  )
}

/** Follows the text after a pause in typing: a long one takes as long to parse and draw as several keys. */
function Preview({ text, imagesFrom }: { text: string; imagesFrom: string | undefined }) {
  const translate = useFormTexts()
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const drawn = useMemo(
    () => <LiveMarkdown text={shown} kind="text" imagesFrom={imagesFrom} />,
    [shown, imagesFrom],
  )
  return (
    <div className="editor-height min-w-0 border-border px-4 py-3 @4xl:border-l @max-4xl:col-start-1 @max-4xl:row-span-2 @max-4xl:row-start-1">
      {shown.trim() === '' ? (
        <p className="text-muted-foreground">{translate('app:editor.emptyPreview')}</p>
      ) : null}
      {drawn}
    </div>
  )
}

/**
 * Returns what inserts images at the caret: first a text that says so, then each by its address once it is
 * uploaded. It returns false without a file.
 */
function useImages(field: RefObject<HTMLTextAreaElement | null>, images: MarkdownImages | undefined) {
  const translate = useFormTexts()
  return (files: FileList): boolean => {
    const { current } = field
    if (!images || !current || files.length === 0) return false
    const added = [...files].map((file) => ({
      file,
      name: file.name.replace(/\.\w+$/, ''),
      waiting: imageMarkdown(translate('app:editor.uploading', { name: file.name }), ''),
    }))
    const text = added.map(({ waiting }) => waiting).join('\n')
    applyEdit(current, () => ({ text, selected: [text.length, text.length] }))
    for (const { file, name, waiting } of added)
      void images.upload(file, (address) =>
        replaceText(current, waiting, address === undefined ? '' : imageMarkdown(name, address)),
      )
    return true
  }
}

type ToolbarProps = {
  onUse: (tool: Tool) => void
  images: { accept: string; onChoose: (files: FileList) => void } | undefined
}

function Toolbar({ onUse, images }: ToolbarProps) {
  const translate = useFormTexts()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <span role="group" aria-label={translate('app:editor.tools')} className="flex gap-0.5 max-sm:w-full">
      {tools.map((tool) => (
        <Button
          key={tool.name}
          variant="ghost"
          size="icon-xs"
          className="text-muted-foreground hover:text-foreground max-sm:flex-1 pointer-coarse:w-9 pointer-coarse:max-sm:w-auto"
          aria-label={translate(`app:editor.${tool.name}`)}
          title={translate(`app:editor.${tool.name}`)}
          aria-keyshortcuts={
            tool.key ? `Control+${tool.key.toUpperCase()} Meta+${tool.key.toUpperCase()}` : undefined
          }
          // The press must not take the selection away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(tool)}
        >
          <tool.Icon className="size-4" aria-hidden="true" />
        </Button>
      ))}
      {images ? (
        <>
          <Button
            variant="ghost"
            size="icon-xs"
            className="text-muted-foreground hover:text-foreground max-sm:flex-1 pointer-coarse:w-9 pointer-coarse:max-sm:w-auto"
            aria-label={translate('app:editor.image')}
            title={translate('app:editor.image')}
            onClick={() => picker.current?.click()}
          >
            <ImagePlus className="size-4" aria-hidden="true" />
          </Button>
          <input
            ref={picker}
            type="file"
            accept={images.accept}
            multiple
            hidden
            aria-label={translate('app:editor.image')}
            onChange={(event) => {
              if (event.target.files) images.onChoose(event.target.files)
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </>
      ) : null}
    </span>
  )
}
