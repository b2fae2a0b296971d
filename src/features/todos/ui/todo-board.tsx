import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#/components/empty-state.tsx'
import { rowMotion } from '#/components/row-motion.ts'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { TodoLine, type TodoActs } from './todo-line.tsx'
import type { TodoLists } from './todo-lists.ts'
import { todoFilters, type TodoFilter } from './todos-search.ts'

type TodoBoardProps = {
  lists: TodoLists
  filter: TodoFilter
  /** The form, the first row of the list. */
  form: ReactNode
  acts?: TodoActs
}

const empty = {
  pending: 'todos:lists.nonePending',
  completed: 'todos:lists.noneCompleted',
} as const

/** The list with its filter. Read-only without `acts`: on the server and until hydration. */
export function TodoBoard({ filter, form, acts, lists }: TodoBoardProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { rows } = lists[filter]
  const show = (next: TodoFilter) =>
    void navigate({
      to: '/dashboard/tanstack-db-example',
      search: next === 'all' ? {} : { show: next },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div
        role="group"
        aria-label={t('todos:lists.filter')}
        className={cn(segmentClass, 'justify-self-start max-sm:w-full')}
      >
        {todoFilters.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === filter}
            onClick={() => show(name)}
            className={cn(segmentItemClass, 'max-sm:px-1')}
          >
            {t(`todos:lists.${name}`)}{' '}
            <span className="ml-0.5 font-normal text-muted-foreground tabular-nums">{lists[name].count}</span>
          </button>
        ))}
      </div>
      <section
        aria-labelledby="todos"
        className="min-w-0 overflow-clip rounded-xl border border-border bg-card"
      >
        <h2 id="todos" className="sr-only">
          {t('todos:page.title')}
        </h2>
        {form}
        {rows.length > 0 ? null : filter === 'all' ? (
          <EmptyState isInCard title={t('todos:lists.noneTitle')} text={t('todos:lists.noneAtAll')} />
        ) : (
          <p className="px-4 py-8 text-center text-muted-foreground">{t(empty[filter])}</p>
        )}
        <ul ref={rowMotion} data-holds className="divide-y divide-border/60">
          {rows.map((todo) => (
            <li key={todo.id}>
              <TodoLine todo={todo} acts={acts} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
