import { eq, useLiveQuery } from '@tanstack/react-db'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC, useTRPCClient } from '#/core/trpc/react.tsx'
import { createId } from '#/lib/create-id.ts'
import type { AddTodo } from './add-todo-form.tsx'
import { TodoBoard } from './todo-board.tsx'
import { createTodoCollection } from './todo-collection.ts'
import type { Todo } from '../todos.schema.ts'

type Todos = ReturnType<typeof createTodoCollection>

type LiveTodosProps = {
  initial: readonly Todo[]
  /** Passes up the function that adds a to-do. */
  onReady: (add: AddTodo) => void
}

/**
 * One collection, three live queries. Every change is optimistic, and reverted with a message when the server
 * rejects it.
 */
export function LiveTodos({ initial, onReady }: LiveTodosProps) {
  const t = useTranslate()
  const client = useTRPCClient()
  const [todos] = useState(() =>
    createTodoCollection({
      client,
      initial,
      onRollback: (error) => {
        const { code, params } = failureOf(error)
        void showToast('error', t(code as TranslationKey, params))
      },
    }),
  )
  const { data: all } = useLiveQuery({
    query: (q) => q.from({ todo: todos }).orderBy(({ todo }) => todo.createdAt),
  })
  const { data: pending } = useLiveQuery({
    query: (q) =>
      q
        .from({ todo: todos })
        .where(({ todo }) => eq(todo.completed, false))
        .orderBy(({ todo }) => todo.createdAt),
  })
  const { data: completed } = useLiveQuery({
    query: (q) =>
      q
        .from({ todo: todos })
        .where(({ todo }) => eq(todo.completed, true))
        .orderBy(({ todo }) => todo.createdAt),
  })
  useKeptList(todos)
  useEffect(() => onReady((text, id) => add(todos, text, id)), [onReady, todos])
  /** A deleted id can't be reused in any browser, so undo adds a new to-do. */
  async function restore({ text, completed: isDone }: Todo) {
    const id = createId()
    if ((await add(todos, text, id)) && isDone)
      await settled(todos.update(id, (draft) => void (draft.completed = true)))
  }
  return (
    <TodoBoard
      all={all}
      pending={pending}
      completed={completed}
      acts={{
        toggle: ({ id, completed: isDone }) =>
          void settled(todos.update(id, (draft) => void (draft.completed = !isDone))),
        edit: ({ id }, text) => void settled(todos.update(id, (draft) => void (draft.text = text))),
        remove: (todo) => {
          const deleted = settled(todos.delete(todo.id))
          const undo = { label: t('todos:lists.undo'), run: () => void restore(todo) }
          void deleted.then((isDeleted) => {
            if (isDeleted) void showToast('success', t('todos:lists.deleted'), undo)
          })
        },
      }}
    />
  )
}

const add = (todos: Todos, text: string, id = createId()) =>
  settled(todos.insert({ id, text, completed: false, createdAt: new Date(), version: 0 }))

/** Whether the server accepted a write. The collection has shown the error. */
async function settled(transaction: { isPersisted: { promise: Promise<unknown> } }): Promise<boolean> {
  return transaction.isPersisted.promise.then(
    () => true,
    () => false,
  )
}

/**
 * Keeps the query cache current, which the page shows on return until its stream has answered. Written when
 * the collection changes, never while rendering, which would loop: the page reads this cache.
 */
function useKeptList(todos: Todos) {
  const queries = useQueryClient()
  const trpc = useTRPC()
  useEffect(() => {
    const keep = () => {
      const items = todos.toArray
        .filter((todo) => todo.version > 0)
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      queries.setQueryData(trpc.todos.list.queryKey(), { items, nextCursor: null })
    }
    const subscription = todos.subscribeChanges(keep)
    return () => subscription.unsubscribe()
  }, [queries, trpc, todos])
}
