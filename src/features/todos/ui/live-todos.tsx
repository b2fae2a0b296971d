import { eq, useLiveQuery } from '@tanstack/react-db'
import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC, useTRPCClient } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { createId } from '@plinth/core/schema'
import type { AddTodo } from './add-todo-form.tsx'
import { createTodoCollection } from './todo-collection.ts'
import type { TodoActs } from './todo-line.tsx'
import { counted, type TodoLists } from './todo-lists.ts'
import type { Todo } from '../todos.schema.ts'

type Todos = ReturnType<typeof createTodoCollection>

export type LiveBoard = { lists: TodoLists; acts: TodoActs }

type LiveTodosProps = {
  initial: readonly Todo[]
  /** Passes up the function that adds a to-do. */
  onReady: (add: AddTodo) => void
  /** Passes up the results of the live queries and the actions on them. */
  onChange: (live: LiveBoard) => void
}

/**
 * One collection, three live queries. Every change is optimistic, and reverted with a message when the server
 * rejects it. Renders nothing: the list is the same element before hydration and after, so that nothing typed
 * is lost.
 */
export function LiveTodos({ initial, onReady, onChange }: LiveTodosProps) {
  const t = useTranslate()
  const client = useTRPCClient()
  const [todos] = useState(() =>
    createTodoCollection({
      client,
      initial,
      onRollback: (error) => {
        const { code, params } = failureOf(error)
        void showToast(
          'error',
          code === 'errors:invalid' ? t('todos:form.undone') : t(code as TranslationKey, params),
        )
      },
    }),
  )
  const { data: all } = useLiveQuery({
    query: (q) =>
      q
        .from({ todo: todos })
        .orderBy(({ todo }) => todo.completed)
        .orderBy(({ todo }) => todo.createdAt, 'desc'),
  })
  const { data: pending } = useLiveQuery({
    query: (q) =>
      q
        .from({ todo: todos })
        .where(({ todo }) => eq(todo.completed, false))
        .orderBy(({ todo }) => todo.createdAt, 'desc'),
  })
  const { data: completed } = useLiveQuery({
    query: (q) =>
      q
        .from({ todo: todos })
        .where(({ todo }) => eq(todo.completed, true))
        .orderBy(({ todo }) => todo.createdAt, 'desc'),
  })
  useKeptList(todos)
  const me = useMe()
  const add = useCallback(
    (text: string, id = createId()) =>
      settled(todos.insert({ id, text, completed: false, createdAt: new Date(), createdBy: me, version: 0 })),
    [todos, me],
  )
  useEffect(() => onReady(add), [onReady, add])
  const acts = useMemo((): TodoActs => {
    /** A deleted id can't be reused in any browser, so undo adds a new to-do. */
    async function restore({ text, completed: isDone }: Todo) {
      const id = createId()
      if ((await add(text, id)) && isDone)
        await settled(todos.update(id, (draft) => void (draft.completed = true)))
    }
    return {
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
    }
  }, [todos, add, t])
  // Before the browser paints, so that the list is never a frame behind.
  useLayoutEffect(
    () => onChange({ lists: counted({ all, pending, completed }), acts }),
    [onChange, all, pending, completed, acts],
  )
  return null
}

/** The creator of optimistic to-dos. */
function useMe(): Todo['createdBy'] {
  const viewer = useRouteContext({ from: '__root__', select: (context) => context.viewer })
  return useMemo(
    () => viewer && { id: viewer.actor.userId, name: viewer.name, image: viewer.image },
    [viewer],
  )
}

/** Whether the server accepted a write. The collection has shown the error. */
async function settled(transaction: { isPersisted: { promise: Promise<unknown> } }): Promise<boolean> {
  return transaction.isPersisted.promise.then(
    () => true,
    () => false,
  )
}

/**
 * Keeps the query cache current, for the navigation, and for the page until its stream has responded. Written
 * when the collection changes, never while rendering, which would loop: the page reads this cache.
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
      const count = items.filter(({ completed }) => !completed).length
      queries.setQueryData(trpc.todos.pending.queryKey(), { count })
    }
    const subscription = todos.subscribeChanges(keep)
    return () => subscription.unsubscribe()
  }, [queries, trpc, todos])
}
