import { Check, Pencil, Trash2, X } from 'lucide-react'
import { useRef, useState, type ComponentProps, type PointerEvent } from 'react'
import { Conflict } from '#/components/conflict/conflict.tsx'
import { useConflict } from '#/components/conflict/use-conflict.ts'
import { namedBy } from '#/components/named-by.ts'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { isComposing } from '#/components/form/presses-enter.ts'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { type TranslationKey, useI18n, useTranslate } from '@plinth/core/texts'
import { issueCode } from '@plinth/core/schema'
import { todoTextInput, type Todo } from '../todos.schema.ts'

export type TodoActs = {
  toggle: (todo: Todo) => void
  /** Changes the text. */
  edit: (todo: Todo, text: string) => void
  remove: (todo: Todo) => void
}

const actClass = 'h-8 w-8 text-muted-foreground hover:text-foreground'

/**
 * A to-do with its check mark; edit and delete are seen on hover and focus, and in a menu on
 * phones and touch. Fainter until it is stored.
 */
export function TodoLine({ todo, acts }: { todo: Todo; acts: TodoActs | undefined }) {
  const { t, language } = useI18n()
  const [isEditing, setEditing] = useState(false)
  const [endedByKey, setEndedByKey] = useState(false)
  const inputId = `todo-${todo.id}`
  const textId = `${inputId}-text`
  if (isEditing && acts) {
    return (
      <EditTodo
        todo={todo}
        acts={acts}
        onDone={(text, byKey = false) => {
          setEditing(false)
          setEndedByKey(byKey)
          if (text !== '' && text !== todo.text) acts.edit(todo, text)
        }}
      />
    )
  }
  return (
    <div
      className={`flex min-h-11 items-center gap-3 px-4 transition-[background-color,opacity] duration-[160ms] hover:bg-muted max-md:min-h-12 max-md:pr-1 md:px-5 ${todo.version === 0 ? 'opacity-60' : ''}`}
    >
      <label htmlFor={inputId} className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-2.5">
        <Mark id={inputId} todo={todo} acts={acts} />
        <span
          id={textId}
          className={`min-w-0 wrap-anywhere ${todo.completed ? 'text-muted-foreground line-through decoration-muted-foreground/50' : ''}`}
        >
          {todo.text}
        </span>
      </label>
      <TodoMenu
        of={textId}
        isOff={!acts}
        hasFocus={endedByKey}
        onEdit={() => todo.version > 0 && setEditing(true)}
        onRemove={() => acts?.remove(todo)}
      />
      <div className="row-actions unseen-at-rest flex shrink-0 max-md:hidden pointer-coarse:hidden">
        <Button
          variant="ghost"
          size="icon"
          // Returns the focus, unless the user has moved it elsewhere; on phones to the menu.
          autoFocus={endedByKey}
          disabled={!acts}
          // Focusable while it is being stored, so that the rows have the same stops.
          aria-disabled={todo.version === 0}
          {...namedBy({ id: `${inputId}-edit`, label: t('todos:lists.edit'), of: textId })}
          onClick={() => todo.version > 0 && setEditing(true)}
          className={actClass}
        >
          <Pencil className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          disabled={!acts}
          {...namedBy({ id: `${inputId}-delete`, label: t('todos:lists.delete'), of: textId })}
          onClick={() => acts?.remove(todo)}
          className={actClass}
        >
          <Trash2 className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      {todo.createdBy ? (
        <span title={todo.createdBy.name} className="flex shrink-0 max-md:hidden">
          <UserAvatar {...todo.createdBy} className="size-6 text-[10px]" />
          <span className="sr-only">{todo.createdBy.name}</span>
        </span>
      ) : null}
      <span className="min-w-20 shrink-0 text-right text-sm whitespace-nowrap text-muted-foreground tabular-nums max-md:hidden">
        <TimeAgo at={todo.createdAt} language={language} />
      </span>
    </div>
  )
}

type MarkProps = { id?: string; todo: Todo; acts: TodoActs | undefined } & Pick<
  ComponentProps<'input'>,
  'aria-label'
>

/** The round checkbox. */
function Mark({ todo, acts, ...input }: MarkProps) {
  return (
    <span className="relative grid shrink-0 place-items-center">
      <input
        {...input}
        type="checkbox"
        checked={todo.completed}
        disabled={!acts}
        onChange={() => acts?.toggle(todo)}
        className="peer size-4.5 cursor-pointer appearance-none rounded-full border border-input bg-card transition-colors duration-[120ms] checked:border-brand checked:bg-brand pointer-coarse:size-5"
      />
      <Check
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute size-3 text-card opacity-0 peer-checked:opacity-100 forced-colors:text-[CanvasText]"
      />
    </span>
  )
}

type TodoMenuProps = {
  of: string
  isOff: boolean
  hasFocus: boolean
  onEdit: () => void
  onRemove: () => void
}

/** On phones, where two buttons would leave the text little room, and where nothing hovers. */
function TodoMenu({ of, isOff, hasFocus, onEdit, onRemove }: TodoMenuProps) {
  const t = useTranslate()
  return (
    <RowMenu
      of={of}
      disabled={isOff}
      autoFocus={hasFocus}
      groups={[
        {
          key: 'actions',
          entries: [
            {
              key: 'edit',
              label: t('todos:lists.edit'),
              Icon: Pencil,
              onSelect: onEdit,
            },
            {
              key: 'delete',
              label: t('todos:lists.delete'),
              Icon: Trash2,
              isDangerous: true,
              onSelect: onRemove,
            },
          ],
        },
      ]}
      className="pointer-fine:md:hidden"
    />
  )
}

type EditTodoProps = { todo: Todo; acts: TodoActs; onDone: (text: string, byKey?: boolean) => void }

/** The button is pressed, and the blur doesn't save before. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

/**
 * Enter and blur save, Escape cancels; on touch there are buttons. A text that can't be saved stays, and a
 * toast says why. A change by somebody else shows below.
 */
function EditTodo({ todo, acts, onDone }: EditTodoProps) {
  const t = useTranslate()
  const [wrong, setWrong] = useState(false)
  const [text, setText] = useState(todo.text)
  const conflict = useConflict(new Date(todo.version))
  const line = useRef<HTMLDivElement>(null)
  function save(typed: string, byKey?: boolean) {
    if (conflict.isOpen()) return conflict.refuse()
    const { data, error } = todoTextInput.safeParse({ text: typed })
    // An empty text cancels.
    if (data || typed.trim() === '') return onDone(data?.text ?? '', byKey)
    setWrong(true)
    const [issue] = error?.issues ?? []
    if (issue) void showToast('error', t(issueCode(issue) as TranslationKey))
  }
  return (
    <div
      ref={line}
      onBlur={({ relatedTarget }) => {
        if (!conflict.isOpen() && !line.current?.contains(relatedTarget)) save(text)
      }}
    >
      <div className="flex min-h-11 items-center gap-1.5 px-4 max-md:min-h-12 max-md:pr-1 max-sm:flex-wrap max-sm:pr-2.5 max-sm:pb-1 md:px-5">
        <Mark todo={todo} acts={acts} aria-label={todo.text} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that was just pressed
          autoFocus
          aria-label={t('todos:lists.editLabel')}
          value={text}
          aria-invalid={wrong ? true : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setWrong(false)
          }}
          onKeyDown={(event) => {
            if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
            // The key would otherwise press the button that gets the focus.
            event.preventDefault()
            if (event.key === 'Escape') onDone(todo.text, true)
            else save(text, true)
          }}
          className="h-9 min-w-0 flex-1 rounded-md bg-card px-1.5 -outline-offset-2 max-sm:mt-1.5 max-sm:basis-3/4 pointer-coarse:h-11 pointer-coarse:text-lg"
        />
        <div className="flex justify-end pointer-fine:hidden max-sm:basis-full">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('todos:lists.save')}
            onPointerDown={keepFocus}
            onClick={() => save(text, true)}
          >
            <Check className="size-4" aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('app:dialog.cancel')}
            onPointerDown={keepFocus}
            onClick={() => onDone(todo.text, true)}
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        </div>
      </div>
      <Conflict
        conflict={conflict}
        saved={{ text: todo.text }}
        // A to-do has a number for each of its changes, and no time.
        savedAt={new Date(todo.version)}
        hasTime={false}
        values={{ text }}
        isSaving={false}
        onChange={(changed) => setText(changed.text ?? text)}
        fields={[{ name: 'text', label: t('todos:lists.editLabel') }]}
        className="px-2 pb-2"
      />
    </div>
  )
}
