import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type SubmitEvent } from 'react'
import { inputClass } from '#/components/ui/input.tsx'
import { Form } from '#/components/form/form.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { cn } from '#/lib/cn.ts'
import { CommandList } from './command-list.tsx'
import { useCommands, type CommandOptions } from './use-commands.ts'

type ComposerProps = CommandOptions & {
  /** Names what is written here: as in `Form`. */
  draft: string
  onStop: () => void
  placeholder: string
}

// The text and its shadow, which gives the box its height, break their lines alike.
const writing =
  'col-start-1 row-start-1 max-h-60 min-h-12 py-3 pr-14 pl-3 text-lg wrap-anywhere whitespace-pre-wrap'

// As far from the edge above as below, also where a finger needs a larger button.
const inside = 'absolute right-2 bottom-2 pointer-coarse:right-1 pointer-coarse:bottom-1'

/**
 * Where a message is written. Enter sends, Shift and Enter begin a line, Escape stops the answer, a slash
 * offers the commands; it grows with what is written.
 */
export function Composer(props: ComposerProps) {
  const { draft, text, onChange, onSend, onStop, isBusy, placeholder, commands } = props
  const t = useTranslate()
  const { options, active, id, choose, onCommandKey, close } = useCommands(props)
  useEscape(isBusy, onStop)
  const shadow = `${text} `
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && text.trim() !== '') onSend(text)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || onCommandKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  const isOpen = options.length > 0
  return (
    <Form draft={draft} onSubmit={submit} className="relative grid">
      <div aria-hidden="true" className={cn(writing, 'invisible overflow-hidden border')}>
        {shadow}
      </div>
      <textarea
        name="message"
        data-testid="multimodal-input"
        aria-label={t('chat:composer.label')}
        aria-autocomplete={commands.length > 0 ? 'list' : undefined}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        rows={1}
        maxLength={MESSAGE_MAX_LENGTH}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={cn(inputClass, writing, 'resize-none rounded-xl')}
      />
      {isOpen ? <CommandList id={id} commands={options} active={active} onChoose={choose} /> : null}
      {isBusy ? (
        <Button
          data-testid="stop-button"
          variant="outline"
          size="icon"
          className={inside}
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
          className={inside}
          aria-label={t('chat:composer.send')}
          title={t('chat:composer.send')}
          aria-disabled={text.trim() === ''}
        >
          <ArrowUp className="size-4" aria-hidden="true" />
        </Button>
      )}
    </Form>
  )
}

/** Escape stops wherever the focus is, unless something that is open takes it first. */
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
        !document.querySelector('[role="dialog"], [role="menu"]')
      )
        stop.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isBusy])
}
