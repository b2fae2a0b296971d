import { Copy, Pencil, RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { AnswerView } from './answer-view.tsx'
import { wordsOf, type ChatMessage } from './chat-message.ts'
import { EditQuestion } from './edit-question.tsx'
import { useTalk } from './talk-context.tsx'
import { useCopy } from './use-copy.ts'
import { VersionPicker } from './version-picker.tsx'

/** `isPlain`: the texts of an answer as they were written, for now. */
type MessageViewProps = { message: ChatMessage; isRunning: boolean; isPlain: boolean }

/** One message with what can be done with it. */
export const MessageView = memo(function MessageView({ message, isRunning, isPlain }: MessageViewProps) {
  const t = useTranslate()
  const isQuestion = message.role === 'user'
  return (
    <article
      aria-label={t(isQuestion ? 'chat:message.question' : 'chat:message.answer')}
      className="group grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      {isQuestion ? (
        <QuestionView message={message} />
      ) : (
        <AnswerView message={message} isRunning={isRunning} isPlain={isPlain} />
      )}
      {isRunning || isQuestion ? null : <MessageActs message={message} />}
    </article>
  )
})

function QuestionView({ message }: { message: ChatMessage }) {
  const { edit } = useTalk()
  const [isEditing, setEditing] = useState(false)
  const [wasEdited, setEdited] = useState(false)
  const close = () => {
    setEditing(false)
    setEdited(true)
  }
  if (isEditing && edit) {
    return (
      <EditQuestion
        text={wordsOf(message)}
        onCancel={close}
        onSend={(text) => {
          close()
          edit(message, text)
        }}
      />
    )
  }
  return (
    <>
      <p className="max-w-[85%] justify-self-end rounded-xl border border-border bg-muted px-4 py-2.5 text-lg whitespace-pre-wrap wrap-anywhere">
        {wordsOf(message)}
      </p>
      <MessageActs message={message} onEdit={edit && (() => setEditing(true))} focusEdit={wasEdited} />
    </>
  )
}

type MessageActsProps = { message: ChatMessage; onEdit?: () => void; focusEdit?: boolean }

function MessageActs({ message, onEdit, focusEdit }: MessageActsProps) {
  const t = useTranslate()
  const copy = useCopy()
  const { again, chooseVersion, namesModels } = useTalk()
  const words = wordsOf(message)
  const isQuestion = message.role === 'user'
  return (
    <div
      className={`flex min-h-8 flex-wrap items-center gap-0.5 ${isQuestion ? '-mr-2 justify-self-end' : '-ml-2'}`}
    >
      {chooseVersion ? <VersionPicker message={message} onChoose={chooseVersion} /> : null}
      {words === '' ? null : <Act label={t('chat:message.copy')} Icon={Copy} onClick={() => copy(words)} />}
      {onEdit ? (
        <Act label={t('chat:message.edit')} Icon={Pencil} onClick={onEdit} autoFocus={focusEdit} />
      ) : null}
      {!isQuestion && again ? (
        <Act label={t('chat:message.again')} Icon={RotateCcw} onClick={() => again(message)} />
      ) : null}
      {namesModels && message.model ? (
        <span className="px-2 text-sm text-muted-foreground">
          {message.model.isBuiltIn ? t('ai:builtIn.name') : message.model.label}
        </span>
      ) : null}
    </div>
  )
}

type ActProps = { label: string; Icon: typeof Copy; onClick: () => void; autoFocus?: boolean }

function Act({ label, Icon, onClick, autoFocus }: ActProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      autoFocus={autoFocus}
      className="text-muted-foreground"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon className="size-4" aria-hidden="true" />
    </Button>
  )
}
