import type { ReactNode } from 'react'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { Panel } from '#/components/panel.tsx'
import { rowMotion } from '#/components/row-motion.ts'
import { cn } from '#/lib/cn.ts'
import { useTranslate } from '@plinth/core/texts'
import { stateOf } from '@plinth/core/client'

type ShortListProps<Item> = {
  id: string
  title: string
  empty: string
  query: {
    data: { items: Item[]; hasMore: boolean } | undefined
    error: unknown
    refetch(): Promise<unknown>
    isPlaceholderData: boolean
  }
  /** Asks for the whole list. */
  onMore: () => void
  children: (item: Item) => ReactNode
}

/** A card with the first rows of a list, and a button for the others. */
export function ShortList<Item>({ id, title, empty, query, onMore, children }: ShortListProps<Item>) {
  const t = useTranslate()
  if (query.data?.items.length === 0)
    return <Panel id={id} title={title} aside={<p className="text-sm text-muted-foreground">{empty}</p>} />
  return (
    <Panel id={id} title={title}>
      <LoadState {...stateOf(query)} skeleton={<RowsSkeleton count={2} />}>
        {({ items, hasMore }) => (
          <>
            <ul ref={rowMotion} aria-labelledby={id} className="divide-y divide-border">
              {items.map(children)}
            </ul>
            {hasMore ? (
              <div className="border-t border-border px-4 py-3 md:px-5">
                <MoreButton
                  pages={{
                    hasNextPage: true,
                    isFetchingNextPage: query.isPlaceholderData,
                    fetchNextPage: async () => onMore(),
                  }}
                  label={t('administration:panel.all')}
                  pendingLabel={t('administration:panel.loading')}
                />
              </div>
            ) : null}
          </>
        )}
      </LoadState>
    </Panel>
  )
}

type ShortListRowProps = {
  actions: ReactNode
  /** Whether a text is so short that the actions fit beside it on most phones. */
  isShort?: boolean
  children: ReactNode
}

/** A row with its actions, which are below it where there is little room. */
export function ShortListRow({ actions, isShort = false, children }: ShortListRowProps) {
  return (
    <li
      className={cn(
        'flex justify-between gap-x-6 gap-y-2 px-4 py-3 md:px-5',
        isShort ? 'flex-wrap gap-x-3' : 'max-sm:flex-col',
      )}
    >
      <div className={cn('min-w-0 max-w-180 wrap-anywhere', isShort && 'flex-[1_1_11rem]')}>{children}</div>
      <div className="flex shrink-0 items-center gap-2">{actions}</div>
    </li>
  )
}
