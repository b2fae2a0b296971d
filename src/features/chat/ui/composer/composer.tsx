import { ArrowUp, Square, SquareSlash } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { Form } from '#/components/form/form.tsx'
import { isComposing, pressesEnter } from '#/components/form/presses-enter.ts'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { cn } from '#/lib/cn.ts'
import { CommandList } from './command-list.tsx'
import { MessageCount } from './message-count.tsx'
import { useCommands, type CommandOptions } from './use-commands.ts'

type ComposerProps = CommandOptions & {
  /** As in `Form`. */
  draft: string
  /** Keeps it while other threads are shown. */
  keepsDraft?: boolean
  onStop: () => void
  placeholder: string
  /** The choice of the model. */
  model: ReactNode
}

// Shared by the text and its invisible copy, which sets the height of the box: both must wrap alike.
const writing =
  'col-start-1 row-start-1 max-h-60 min-h-11 px-4 pt-3 pb-2 text-lg wrap-anywhere whitespace-pre-wrap'

/**
 * The input for a message, which grows with its text. Enter sends, Shift+Enter starts a new line, Escape
 * stops the answer, a slash opens the commands.
 */
export function Composer(props: ComposerProps) {
  const { draft, keepsDraft, text, onChange, onSend, onStop, isBusy, placeholder, commands, model } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const t = useTranslate()
  const { options, active, id, choose, onCommandKey, close } = useCommands(props)
  useEscape(isBusy, onStop)
  const shadow = `${text} `
  const countId = useId()
  const isTooLong = text.length > MESSAGE_MAX_LENGTH
  const isSendable = text.trim() !== '' && !isTooLong
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && isSendable) onSend(text)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || onCommandKey(event)) return
    if (!pressesEnter(event) || event.shiftKey) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  const isOpen = options.length > 0
  return (
    <Form
      draft={draft}
      data-composer
      data-kept={keepsDraft}
      onSubmit={submit}
      // One line on phones, unless there is a model to choose or a length to tell.
      className="relative grid grid-cols-[minmax(0,1fr)] max-sm:not-has-[select,[role=status]]:grid-cols-[minmax(0,1fr)_auto] rounded-2xl border border-field bg-card shadow-xs has-[textarea:focus-visible]:outline-2"
    >
      <div aria-hidden="true" className={cn(writing, 'invisible overflow-hidden')}>
        {shadow}
      </div>
      <textarea
        ref={field}
        name="message"
        data-testid="multimodal-input"
        aria-label={t('chat:composer.label')}
        aria-autocomplete={commands.length > 0 ? 'list' : undefined}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        rows={1}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? countId : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={cn(
          writing,
          'block w-full resize-none rounded-2xl bg-transparent outline-none placeholder:text-muted-foreground placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap max-sm:pr-1',
        )}
      />
      {isOpen ? <CommandList id={id} commands={options} active={active} onChoose={choose} /> : null}
      <div className="flex min-w-0 items-center justify-end gap-1 self-end px-2 pb-2 max-sm:composer-tools">
        {commands.length > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            className="mr-auto px-2 text-muted-foreground aria-expanded:bg-accent max-[22.5rem]:hidden"
            aria-expanded={isOpen}
            disabled={text !== '' && !isOpen}
            // The press must not blur the field: that closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onChange(isOpen ? '' : '/')
              field.current?.focus()
            }}
          >
            <SquareSlash className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{t('chat:commands.label')}</span>
          </Button>
        ) : null}
        <MessageCount id={countId} text={text} />
        {model}
        {isBusy ? (
          <Button
            data-testid="stop-button"
            variant="outline"
            size="icon"
            className="shrink-0"
            aria-label={t('chat:composer.stop')}
            title={t('chat:composer.stop')}
            onClick={onStop}
          >
            <Square className="size-4 fill-current" aria-hidden="true" />
          </Button>
        ) : (
          <Button
            data-testid="send-button"
            type="submit"
            size="icon"
            className={cn('shrink-0', !isSendable && 'bg-muted text-muted-foreground hover:bg-muted')}
            aria-label={t('chat:composer.send')}
            title={t('chat:composer.send')}
            aria-disabled={!isSendable}
          >
            <ArrowUp className="size-4" aria-hidden="true" />
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Escape stops wherever the focus is, unless a dialog or menu is open. */
function useEscape(isBusy: boolean, onStop: () => void) {
  const stop = useRef(onStop)
  useEffect(() => {
    stop.current = onStop
  })
  useEffect(() => {
    if (!isBusy) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role$="dialog"], [role="menu"]')
      )
        stop.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isBusy])
}
