import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { TEXT_MAX_LENGTH, type Todo } from '../todos.schema.ts'

export type TodoActs = {
  toggle: (todo: Todo) => void
  /** Changes the text. */
  edit: (todo: Todo, text: string) => void
  remove: (todo: Todo) => void
}

type TodoListProps = {
  id: string
  title: string
  empty: string
  items: readonly Todo[]
  acts: TodoActs | undefined
}

export function TodoList({ id, title, empty, items, acts }: TodoListProps) {
  return (
    <section
      aria-labelledby={`todos-${id}`}
      className="grid gap-2 rounded-xl border border-border bg-card p-4"
    >
      <h2 id={`todos-${id}`} className="px-2 text-lg font-semibold tabular-nums">
        {title}
      </h2>
      {items.length === 0 ? <p className="px-2 py-3 text-muted-foreground">{empty}</p> : null}
      <ul className="grid">
        {items.map((todo) => (
          <li key={todo.id}>
            <TodoLine todo={todo} list={id} acts={acts} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type TodoLineProps = { todo: Todo; list: string; acts: TodoActs | undefined }

function TodoLine({ todo, list, acts }: TodoLineProps) {
  const t = useTranslate()
  const [isEditing, setEditing] = useState(false)
  const [endedByKey, setEndedByKey] = useState(false)
  const inputId = `todo-${list}-${todo.id}`
  if (isEditing && acts) {
    return (
      <EditTodo
        todo={todo}
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
      className={`group flex items-start gap-1 rounded-lg px-2 hover:bg-accent ${todo.version === 0 ? 'opacity-60' : ''}`}
    >
      <label
        htmlFor={inputId}
        className="flex min-w-0 flex-1 cursor-pointer items-start gap-2.5 py-2 pointer-coarse:py-3"
      >
        <Checkbox
          id={inputId}
          checked={todo.completed}
          disabled={!acts}
          onChange={() => acts?.toggle(todo)}
          className="mt-0.5"
        />
        <span
          className={`min-w-0 wrap-anywhere ${todo.completed ? 'text-muted-foreground line-through' : ''}`}
        >
          {todo.text}
        </span>
      </label>
      <Button
        variant="ghost"
        size="icon"
        // Returns the focus, unless the user has moved it elsewhere.
        autoFocus={endedByKey}
        disabled={!acts || todo.version === 0}
        aria-label={t('todos:lists.edit', { text: todo.text })}
        onClick={() => setEditing(true)}
        className="text-muted-foreground hover:text-foreground"
      >
        <Pencil className="size-4" aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        disabled={!acts}
        aria-label={t('todos:lists.delete', { text: todo.text })}
        onClick={() => acts?.remove(todo)}
        className="text-muted-foreground hover:text-foreground"
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
    </div>
  )
}

/** Enter and blur save, Escape cancels. */
function EditTodo({ todo, onDone }: { todo: Todo; onDone: (text: string, byKey?: boolean) => void }) {
  const t = useTranslate()
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that was just pressed
      autoFocus
      aria-label={t('todos:lists.editLabel')}
      defaultValue={todo.text}
      maxLength={TEXT_MAX_LENGTH}
      onKeyDown={(event) => {
        const isSaved = event.key === 'Enter' && !event.nativeEvent.isComposing
        if (!isSaved && event.key !== 'Escape') return
        // The key would otherwise press the button that gets the focus.
        event.preventDefault()
        onDone(isSaved ? event.currentTarget.value.trim() : todo.text, true)
      }}
      onBlur={(event) => onDone(event.target.value.trim())}
      className="my-0.5 h-9 w-full rounded-lg border border-input bg-card px-2 pointer-coarse:h-11"
    />
  )
}
