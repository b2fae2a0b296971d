import { useHydrated, useRouteContext } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { TableSkeleton } from '#/components/data-table/data-table-parts.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { LoadFailure } from '#/components/part/load-failure.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { UserDetail } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { stateOf } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { SelectionBar } from './selection-bar.tsx'
import { nothingChosen, UserFilters } from './user-filters.tsx'
import { UserTable } from './user-table.tsx'
import { UsersFooter } from './users-footer.tsx'
import type { UsersView } from './use-users-view.ts'
import type { User } from './users-queries.ts'
import type { UsersSearch } from './users-search.ts'

const UserDrawer = lazyPart(() => import('./user-drawer.tsx'))
const ROWS_WAITED_FOR = 8

type UsersSectionProps = {
  search: UsersSearch
  view: UsersView
  /** Renders a user's audit entries, which belong to another feature. */
  details: readonly UserDetail[]
  /** Confirmations: inside the drawer while that is open, so that they stack. */
  dialogs: ReactNode
}

/** The user table with its actions, inside the provider of the actions. */
export function UsersSection({ search, view, details, dialogs }: UsersSectionProps) {
  const selfId = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.userId ?? '' })
  // Server rendering can't wait for lazy components.
  const hydrated = useHydrated()
  const [isSelecting, setSelecting] = useState(false)
  const { query, narrow, sortBy, closeUser, user, pages, selection, select, clearSelection } = view
  const users = query.data?.items ?? none
  // Users on other pages and deleted users are no longer selected.
  const chosen = users.filter(({ id }) => selection[id])
  const all = () =>
    select(Object.fromEntries(users.filter(({ id }) => id !== selfId).map(({ id }) => [id, true as const])))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <UserFilters search={search} onNarrow={narrow} onSelect={() => setSelecting(true)} />
      <LoadState {...stateOf(query)} skeleton={<TableSkeleton rows={ROWS_WAITED_FOR} />}>
        {({ items }) => (
          <>
            {/* The rows could not be refreshed. */}
            {query.error ? (
              <LoadFailure failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
            ) : null}
            {items.length === 0 ? (
              <NobodyFound search={search} onClear={() => narrow(nothingChosen)} />
            ) : (
              <UserTable
                users={items}
                search={search}
                selection={selection}
                isSelecting={isSelecting}
                isOutdated={query.isPlaceholderData}
                selfId={selfId}
                onSelect={select}
                onSort={sortBy}
                footer={<UsersFooter search={search} shown={items.length} pages={pages} />}
              />
            )}
          </>
        )}
      </LoadState>
      {chosen.length > 0 || isSelecting ? (
        <SelectionBar
          users={chosen}
          onClear={() => {
            clearSelection()
            setSelecting(false)
          }}
          onAll={chosen.length < users.length ? all : undefined}
        />
      ) : null}
      {user === undefined || !hydrated ? (
        dialogs
      ) : (
        <UserDrawer
          key={user}
          id={user}
          row={users.find(({ id }) => id === user)}
          details={details}
          onClose={closeUser}
        >
          {dialogs}
        </UserDrawer>
      )}
    </div>
  )
}

const none: readonly User[] = []

function NobodyFound({ search, onClear }: { search: UsersSearch; onClear: () => void }) {
  const t = useTranslate()
  return (
    <EmptyState
      media={<SearchX className="size-6" aria-hidden="true" />}
      title={search.q ? t('administration:empty.titleFor', { q: search.q }) : t('administration:empty.title')}
      text={t('administration:empty.text')}
      action={
        <Button variant="outline" onClick={onClear}>
          {t('administration:filter.clear')}
        </Button>
      }
    />
  )
}
