import { useTranslate } from '#/core/i18n/react.tsx'
import { TodoList, type TodoActs } from './todo-list.tsx'
import type { Todo } from '../todos.schema.ts'

type TodoBoardProps = {
  all: readonly Todo[]
  pending: readonly Todo[]
  completed: readonly Todo[]
  acts?: TodoActs
}

/** The three lists. Read-only without `acts`: on the server and until hydration. */
export function TodoBoard({ all, pending, completed, acts }: TodoBoardProps) {
  const t = useTranslate()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <TodoList
        id="all"
        title={t('todos:lists.all', { count: all.length })}
        empty={t('todos:lists.noneAtAll')}
        items={all}
        acts={acts}
      />
      <TodoList
        id="pending"
        title={t('todos:lists.pending', { count: pending.length })}
        empty={t('todos:lists.nonePending')}
        items={pending}
        acts={acts}
      />
      <TodoList
        id="completed"
        title={t('todos:lists.completed', { count: completed.length })}
        empty={t('todos:lists.noneCompleted')}
        items={completed}
        acts={acts}
      />
    </div>
  )
}
