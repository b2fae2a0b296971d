import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { TableSkeleton } from '#/components/data-table/data-table-parts.tsx'
import { DataTable } from '#/components/data-table/data-table.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { Panel } from '#/components/panel.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { stateOf, useTRPC } from '@plinth/core/client'
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
    <Panel
      id="newest-users"
      title={t('administration:overview.users')}
      aside={
        <Link
          to="/dashboard/admin/users"
          className={buttonVariants({ variant: 'ghost', size: 'sm', className: '-mr-3' })}
        >
          {t('administration:overview.all')}
          <ArrowRight className="size-3.5" aria-hidden="true" />
        </Link>
      }
    >
      <LoadState {...stateOf(query)} isInCard skeleton={<TableSkeleton rows={SHOWN} isInCard />}>
        {({ items }) => (
          <DataTable
            label={t('administration:overview.users')}
            columns={columns}
            rows={items.slice(0, SHOWN)}
            rowKey={({ id }) => id}
            onOpen={open}
            isInCard
          />
        )}
      </LoadState>
    </Panel>
  )
}
