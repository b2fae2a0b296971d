import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ChevronsLeft, type LucideIcon } from 'lucide-react'
import { TableFooter } from '#/components/data-table/data-table-parts.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import type { UsersView } from './use-users-view.ts'
import { usersCount } from './users-queries.ts'
import type { UsersSearch } from './users-search.ts'

type UsersFooterProps = { search: UsersSearch; shown: number; pages: UsersView['pages'] }

/** How many users match, and the pager. */
export function UsersFooter({ search, shown, pages }: UsersFooterProps) {
  const { t, language } = useI18n()
  const { data } = useQuery({ ...usersCount(useTRPC(), search), placeholderData: keepPreviousData })
  const number = new Intl.NumberFormat(language)
  return (
    <TableFooter>
      <p>
        {data
          ? t(data.isMore ? 'administration:pager.shownOfMore' : 'administration:pager.shownOf', {
              shown: number.format(shown),
              total: number.format(data.count),
              count: data.count,
            })
          : null}
      </p>
      <Pager pages={pages} />
    </TableFooter>
  )
}

function Pager({ pages: { first, previous, next } }: { pages: UsersView['pages'] }) {
  const { t } = useI18n()
  if (!first && !next) return null
  return (
    <nav aria-label={t('administration:pager.label')} className="flex gap-1.5">
      <PagerButton label={t('administration:pager.first')} Icon={ChevronsLeft} onClick={first} />
      <PagerButton label={t('administration:pager.previous')} Icon={ChevronLeft} onClick={previous} />
      <PagerButton label={t('administration:pager.next')} Icon={ChevronRight} onClick={next} />
    </nav>
  )
}

type PagerButtonProps = { label: string; Icon: LucideIcon; onClick: (() => void) | undefined }

/** Stays focusable at the end of the list, so that the focus isn't lost. */
function PagerButton({ label, Icon, onClick }: PagerButtonProps) {
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={!onClick}
      onClick={() => onClick?.()}
      className="aria-disabled:cursor-default aria-disabled:opacity-50"
    >
      <Icon className="size-4" aria-hidden="true" />
    </Button>
  )
}
