import { useSuspenseQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { AddTodoForm, type AddTodo } from './add-todo-form.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LiveTodos, type LiveBoard } from './live-todos.tsx'
import { TodoBoard } from './todo-board.tsx'
import type { TodoFilter, TodosSearch } from './todos-search.ts'

/**
 * The workspace's to-dos, live across tabs, members and instances. The server renders them from the query;
 * the collection takes over in the browser.
 */
export function TodosPage({ show }: TodosSearch) {
  const filter: TodoFilter = show ?? 'all'
  const t = useTranslate()
  const { data } = useSuspenseQuery({ ...useTRPC().todos.list.queryOptions(), staleTime: Infinity })
  const [adding] = useState(() => Promise.withResolvers<AddTodo>())
  const [live, setLive] = useState<LiveBoard>()
  const newest = data.items.toReversed()
  const pending = newest.filter((todo) => !todo.completed)
  const completed = newest.filter((todo) => todo.completed)
  const still = { all: [...pending, ...completed], pending, completed }
  return (
    <Page title={t('todos:page.title')} intro={t('todos:page.intro')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18.75rem] lg:gap-6">
        {useHydrated() ? (
          <LiveTodos initial={data.items} onReady={adding.resolve} onChange={setLive} />
        ) : null}
        <TodoBoard {...(live ?? still)} filter={filter} form={<AddTodoForm adding={adding.promise} />} />
        <div className="lg:mt-12">
          <HowItWorks adding={adding.promise} />
        </div>
      </div>
    </Page>
  )
}
