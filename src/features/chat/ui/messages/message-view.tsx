import { ChevronLeft, ChevronRight, Copy, Pencil, RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useCopy } from '#/components/use-copy.ts'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { useTranslate } from '@plinth/core/texts'
import { AnswerView } from './answer-view.tsx'
import { messageText, type ChatMessage } from '#/features/chat/chat-message.ts'
import { useActions } from '../conversation/conversation-context.tsx'
import { cn } from '#/lib/cn.ts'

const EditMessage = lazyPart(() => import('./edit-message.tsx'))

/** `isPlain`: an answer's text is not rendered as Markdown yet. */
type MessageViewProps = { message: ChatMessage; isRunning: boolean; isPlain: boolean }

/** A message with its actions. */
export const MessageView = memo(function MessageView({ message, isRunning, isPlain }: MessageViewProps) {
  const t = useTranslate()
  const isUser = message.role === 'user'
  return (
    <article
      id={`message-${message.id}`}
      aria-label={t(isUser ? 'chat:message.user' : 'chat:message.answer')}
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      {isUser ? (
        <UserMessage message={message} />
      ) : (
        <AnswerView message={message} isRunning={isRunning} isPlain={isPlain} />
      )}
      {isRunning || isUser ? null : <AnswerToolbar message={message} />}
    </article>
  )
})

function UserMessage({ message }: { message: ChatMessage }) {
  const { edit } = useActions()
  const [isEditing, setEditing] = useState(false)
  const [wasEdited, setEdited] = useState(false)
  const close = () => {
    setEditing(false)
    setEdited(true)
  }
  const entries = useEntries(message, edit && (() => setEditing(true)))
  if (isEditing && edit) {
    return (
      <EditMessage
        text={messageText(message)}
        onCancel={close}
        onSend={(text) => {
          close()
          edit(message, text)
        }}
      />
    )
  }
  const acting = { message, entries, focusEdit: wasEdited }
  return (
    <>
      <div className="flex items-end justify-end">
        <MessageMenu {...acting} />
        <p className="max-w-[85%] rounded-2xl rounded-br-sm bg-secondary px-4 py-2 text-lg whitespace-pre-wrap wrap-anywhere">
          {messageText(message)}
        </p>
      </div>
      <MessageToolbar {...acting} />
    </>
  )
}

const AnswerToolbar = ({ message }: { message: ChatMessage }) => (
  <MessageToolbar message={message} entries={useEntries(message)} />
)

/** What can be done with a message, as entries of a menu. */
function useEntries(message: ChatMessage, onEdit?: () => void) {
  const t = useTranslate()
  const copy = useCopy()
  const { regenerate } = useActions()
  const text = messageText(message)
  const isUser = message.role === 'user'
  const acts = [
    { key: 'copy', Icon: Copy, onSelect: text === '' ? undefined : () => void copy(text) },
    { key: 'edit', Icon: Pencil, onSelect: onEdit },
    {
      key: 'regenerate',
      Icon: RotateCcw,
      onSelect: isUser ? undefined : regenerate && (() => regenerate(message)),
    },
  ] as const
  return acts.flatMap(({ key, Icon, onSelect }) =>
    onSelect ? [{ key, Icon, onSelect, label: t(`chat:message.${key}`) }] : [],
  )
}

type ActingProps = { message: ChatMessage; entries: ReturnType<typeof useEntries>; focusEdit?: boolean }

/** The actions on touch: beside the user's message, below an answer. */
const MessageMenu = ({ message, entries, focusEdit }: ActingProps) =>
  entries.length === 0 ? null : (
    <RowMenu
      of={`message-${message.id}`}
      groups={[{ key: 'actions', entries }]}
      autoFocus={focusEdit}
      className="h-8 w-11 pointer-fine:hidden"
    />
  )

/** The versions of a message, and its actions, which are seen on hover and focus. */
function MessageToolbar(props: ActingProps) {
  const t = useTranslate()
  const { message, entries, focusEdit } = props
  const { chooseVersion, namesModels } = useActions()
  const isUser = message.role === 'user'
  return (
    <div
      className={cn(
        'flex min-h-8 flex-wrap items-center gap-0.5',
        isUser ? '-mr-1.5 -mb-4 justify-self-end' : '-ml-1.5 pointer-coarse:-ml-3.5',
        // On touch it has nothing but the versions.
        isUser && message.siblings.length < 2 && 'pointer-coarse:hidden',
      )}
    >
      {chooseVersion ? <VersionPicker message={message} onChoose={chooseVersion} /> : null}
      {isUser ? null : <MessageMenu {...props} />}
      <span className="row-actions unseen-at-rest flex gap-0.5 pointer-coarse:hidden">
        {entries.map(({ key, label, Icon, onSelect }) => (
          <Button
            key={key}
            variant="ghost"
            size="icon"
            autoFocus={key === 'edit' && focusEdit}
            className="size-8 text-muted-foreground"
            aria-label={label}
            title={label}
            onClick={onSelect}
          >
            <Icon className="size-4" aria-hidden="true" />
          </Button>
        ))}
      </span>
      {namesModels && message.model ? (
        <span className="px-2 text-sm text-muted-foreground">
          {message.model.isBuiltIn ? t('chat:model.builtIn') : message.model.label}
        </span>
      ) : null}
    </div>
  )
}

type VersionPickerProps = { message: ChatMessage; onChoose: (messageId: string) => void }

/** Switches between the versions of a message. */
function VersionPicker({ message: { id, siblings }, onChoose }: VersionPickerProps) {
  const t = useTranslate()
  const at = siblings.indexOf(id)
  if (siblings.length < 2 || at < 0) return null
  const button = (by: -1 | 1) => {
    const other = siblings[at + by]
    const Icon = by < 0 ? ChevronLeft : ChevronRight
    return (
      <Button
        variant="ghost"
        size="icon"
        className="size-8 text-muted-foreground aria-disabled:cursor-default aria-disabled:opacity-50 pointer-coarse:w-11"
        aria-label={t(by < 0 ? 'chat:versions.previous' : 'chat:versions.next')}
        // Stays focusable at either end.
        aria-disabled={other === undefined}
        onClick={() => other !== undefined && onChoose(other)}
      >
        <Icon className="size-4" aria-hidden="true" />
      </Button>
    )
  }
  return (
    <span className="flex items-center text-sm text-muted-foreground tabular-nums">
      {button(-1)}
      {t('chat:versions.place', { at: at + 1, of: siblings.length })}
      {button(1)}
    </span>
  )
}
