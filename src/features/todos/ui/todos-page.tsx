import { useSuspenseQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { AddTodoForm, type AddTodo } from './add-todo-form.tsx'
import { LiveTodos } from './live-todos.tsx'
import { TodoBoard } from './todo-board.tsx'

const CODE = 'src/features/todos/ui/todo-collection.ts'

/**
 * The workspace's to-dos, live across tabs, members and instances. The server renders them from the query;
 * the collection takes over in the browser.
 */
export function TodosPage() {
  const t = useTranslate()
  const { data } = useSuspenseQuery({ ...useTRPC().todos.list.queryOptions(), staleTime: Infinity })
  // The form is the same element before and after, so its input is not lost.
  const [adding] = useState(() => Promise.withResolvers<AddTodo>())
  const pending = data.items.filter((todo) => !todo.completed)
  const completed = data.items.filter((todo) => todo.completed)
  return (
    <Page title={t('todos:page.title')} intro={t('todos:page.intro')}>
      <AddTodoForm adding={adding.promise} />
      {useHydrated() ? (
        <LiveTodos initial={data.items} onReady={adding.resolve} />
      ) : (
        <TodoBoard all={data.items} pending={pending} completed={completed} />
      )}
      <section className="grid gap-2 rounded-xl border border-border p-6">
        <h2 className="text-lg font-semibold">{t('todos:how.title')}</h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-muted-foreground">
          <li>{t('todos:how.collection')}</li>
          <li>{t('todos:how.queries')}</li>
          <li>{t('todos:how.optimistic')}</li>
          <li>{t('todos:how.live')}</li>
        </ul>
        <p className="text-muted-foreground">
          {t('todos:how.code')} <code className="font-mono text-sm">{CODE}</code>
        </p>
      </section>
    </Page>
  )
}
