import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { TableSkeleton } from '#/components/data-table-parts.tsx'
import { DataTable } from '#/components/data-table.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { stateOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { useActs } from './user-acts.ts'
import { useUserColumns } from './user-columns.tsx'
import { usersPage } from './users-queries.ts'

const SHOWN = 5

/** The first rows of the users page, with the same actions. Inside the provider of the actions. */
export function NewestUsers() {
  const t = useTranslate()
  const { open } = useActs()
  const selfId = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.userId ?? '' })
  const query = useQuery(usersPage(useTRPC(), {}))
  const columns = useUserColumns(selfId)
  return (
    <section aria-labelledby="newest-users" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="newest-users" className="text-lg font-semibold">
          {t('administration:overview.users')}
        </h2>
        <Link
          to="/dashboard/admin/users"
          className={buttonVariants({ variant: 'ghost', size: 'sm', className: '-mr-3' })}
        >
          {t('administration:overview.all')}
          <ArrowRight className="size-3.5" aria-hidden="true" />
        </Link>
      </div>
      <LoadState {...stateOf(query)} skeleton={<TableSkeleton rows={SHOWN} />}>
        {({ items }) => (
          <DataTable
            label={t('administration:overview.users')}
            columns={columns}
            rows={items.slice(0, SHOWN)}
            rowKey={({ id }) => id}
            onOpen={open}
          />
        )}
      </LoadState>
    </section>
  )
}
