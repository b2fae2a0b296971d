import { Bold, Code, Heading2, Italic, Link2, List, Quote, type LucideIcon } from 'lucide-react'
import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
} from 'react'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { FormField, type TextAreaField } from './field.tsx'
import { useFormTexts } from './form-texts.tsx'
import { applyEdit, applyEnter, link, pasteLink, prefix, wrap, type MarkdownEdit } from './markdown-edits.ts'

const Markdown = lazy(async () => ({ default: (await import('../markdown.tsx')).Markdown }))

type MarkdownFieldProps = ComponentProps<typeof TextAreaField> & {
  value: string
  writeLabel: string
  previewLabel: string
  emptyPreview: string
  /** Shown in the preview of a text that is too complex to render. */
  complexNote: string
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

// As high as the window allows without scrolling to the buttons below it, and higher with its text.
const height = 'min-h-[max(15rem,calc(100dvh-31rem))] max-md:min-h-[max(12rem,calc(100dvh-36rem))]'

/** A Markdown text with a toolbar, shortcuts, and a preview of the same size, so that nothing shifts. */
export function MarkdownField({
  name,
  id,
  label,
  hint,
  error,
  writeLabel,
  previewLabel,
  emptyPreview,
  complexNote,
  ...area
}: MarkdownFieldProps) {
  const [previewing, setPreviewing] = useState(false)
  const previewId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const tab = (text: string, isPreview: boolean) => (
    <button
      type="button"
      aria-pressed={previewing === isPreview}
      onClick={() => setPreviewing(isPreview)}
      className={cn(
        'h-7 cursor-pointer rounded-md px-2 text-sm pointer-coarse:h-11',
        previewing === isPreview
          ? 'bg-card font-medium shadow-xs'
          : 'text-muted-foreground hover:text-foreground',
      )}
    >
      {text}
    </button>
  )
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.altKey || event.shiftKey || event.nativeEvent.isComposing) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand && applyEnter(event.currentTarget)) return event.preventDefault()
    if (event.key === 'Enter' && isCommand) return event.currentTarget.form?.requestSubmit()
    if (!isCommand) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (tool && applyEdit(event.currentTarget, tool.edit, tool.isForLines)) event.preventDefault()
  }
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (applyEdit(event.currentTarget, (selection) => pasteLink(selection, pasted))) event.preventDefault()
  }
  return (
    <FormField name={name} id={id} label={label} hint={hint} error={error}>
      {(wiring) => (
        <div
          data-focus-frame
          className={cn(
            'grid grid-cols-[minmax(0,1fr)] overflow-clip rounded-lg border bg-card has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2',
            wiring['aria-invalid'] ? 'border-destructive-text' : 'border-input',
          )}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-border bg-muted/60 p-1">
            <Toolbar
              isDisabled={previewing}
              onUse={({ edit, isForLines }) => {
                if (field.current) applyEdit(field.current, edit, isForLines)
              }}
            />
            <span className="flex gap-0.5">
              {tab(writeLabel, false)}
              {tab(previewLabel, true)}
            </span>
          </div>
          <textarea
            {...wiring}
            {...area}
            ref={field}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className={cn(
              'block w-full min-w-0 resize-none bg-transparent px-4 py-3 text-lg outline-none field-sizing-content placeholder:text-muted-foreground',
              height,
              previewing && 'hidden',
            )}
          />
          {previewing ? (
            <div id={previewId} className={cn('px-4 py-3', height)}>
              {area.value.trim() === '' ? <p className="text-muted-foreground">{emptyPreview}</p> : null}
              <Suspense>
                <Markdown text={area.value} complexNote={complexNote} />
              </Suspense>
            </div>
          ) : null}
        </div>
      )}
    </FormField>
  )
}

type ToolbarProps = { isDisabled: boolean; onUse: (tool: Tool) => void }

function Toolbar({ isDisabled, onUse }: ToolbarProps) {
  const translate = useFormTexts()
  return (
    <span role="group" aria-label={translate('app:editor.tools')} className="flex flex-wrap gap-0.5">
      {tools.map((tool) => (
        <Button
          key={tool.name}
          variant="ghost"
          size="icon-xs"
          className="text-muted-foreground hover:text-foreground pointer-coarse:w-9"
          disabled={isDisabled}
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
    </span>
  )
}
