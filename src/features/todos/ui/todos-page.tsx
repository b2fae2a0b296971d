import { useQuery } from '@tanstack/react-query'
import { useHydrated, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { AddTodoForm, type AddTodo } from './add-todo-form.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LiveTodos, type LiveBoard } from './live-todos.tsx'
import { TodoBoard } from './todo-board.tsx'
import { listsOf, type TodoLists } from './todo-lists.ts'
import type { TodoFilter, TodosSearch } from './todos-search.ts'

/**
 * The workspace's to-dos, live across tabs, members and instances. The server renders the first ones; the
 * collection takes over in the browser, once it has the whole list.
 */
export function TodosPage({ show, first }: TodosSearch & { first: TodoLists }) {
  const filter: TodoFilter = show ?? 'all'
  const t = useTranslate()
  const hydrated = useHydrated()
  const isPersonal = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.organizationId === null,
  })
  const { data } = useQuery({ ...useTRPC().todos.list.queryOptions(), staleTime: Infinity })
  const [adding] = useState(() => Promise.withResolvers<AddTodo>())
  const [live, setLive] = useState<LiveBoard>()
  const still = hydrated && data ? listsOf(data.items) : first
  return (
    <Page
      title={t('todos:page.title')}
      intro={t(isPersonal ? 'todos:page.introPersonal' : 'todos:page.intro')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18.75rem] xl:gap-6">
        {hydrated && data ? (
          <LiveTodos initial={data.items} onReady={adding.resolve} onChange={setLive} />
        ) : null}
        <TodoBoard
          {...(live ?? { lists: still })}
          filter={filter}
          form={<AddTodoForm adding={adding.promise} />}
        />
        <div className="xl:mt-12">
          <HowItWorks adding={adding.promise} />
        </div>
      </div>
    </Page>
  )
}
